import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitsFilter, type RunFilter, type RunPages, withRun } from '../../dashboard/runs/run-list.ts';
import type { RunSummary } from '../../src/client/index.ts';

const state = fc.constantFrom<Array<Pick<RunSummary, 'status' | 'result'>>>(
  { status: 'queued', result: null },
  { status: 'running', result: null },
  { status: 'completed', result: 'PASS' },
  { status: 'completed', result: 'FAILED' },
  { status: 'failed', result: null },
  { status: 'cancelled', result: null },
);
const change = fc.record({
  at: fc.nat(30),
  state,
  platform: fc.constantFrom<RunSummary['platform'][]>('web', 'ios'),
});
const filter: fc.Arbitrary<RunFilter> = fc.record(
  {
    outcome: fc.constantFrom<Array<RunFilter['outcome']>>('passed', 'failed', 'unfinished', 'cancelled'),
    platform: fc.constantFrom<Array<RunFilter['platform']>>('web', 'ios'),
  },
  { requiredKeys: [] },
);

it('shows after any changes what the service would list, as far as it was loaded', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 40 }),
      fc.array(change, { maxLength: 40 }),
      filter,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      (before, after, narrowed, pageSize, loaded) => {
        const runs = new Map<string, RunSummary>();
        for (const one of before) runs.set(idOf(one.at), runOf(one));
        let pages = loadPages([...runs.values()], narrowed, pageSize, loaded);
        const isWhole = pages.pages.at(-1)?.nextCursor === null;
        const oldestLoaded = pages.pages.at(-1)?.runs.at(-1);
        for (const one of after) {
          const run = runOf(one);
          runs.set(run.id, run);
          pages = withRun(pages, narrowed, run);
        }
        const shown = pages.pages.flatMap((page) => page.runs);
        const listed = listOf([...runs.values()], narrowed);
        const inReach = isWhole
          ? listed
          : listed.filter(
              ({ createdAt }) => oldestLoaded !== undefined && createdAt >= oldestLoaded.createdAt,
            );
        expect(shown.filter((run) => inReach.includes(run))).toEqual(inReach);
        expect(shown.every((run) => listed.includes(run))).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

it('leaves a search as it was found: what fits it, only the service knows', () => {
  const pages = loadPages([], {}, 5, 1);
  expect(
    withRun(
      pages,
      { search: 'checkout' },
      runOf({ at: 1, state: { status: 'queued', result: null }, platform: 'web' }),
    ),
  ).toBe(pages);
});

function loadPages(runs: RunSummary[], narrowed: RunFilter, pageSize: number, count: number): RunPages {
  const listed = listOf(runs, narrowed);
  const pages: RunPages['pages'] = [];
  for (let at = 0; pages.length === 0 || (at < listed.length && pages.length < count); at += pageSize) {
    const page = listed.slice(at, at + pageSize);
    pages.push({ runs: page, nextCursor: at + pageSize < listed.length ? String(at + pageSize) : null });
  }
  return { pages, pageParams: pages.map(() => undefined) };
}

function listOf(runs: RunSummary[], narrowed: RunFilter): RunSummary[] {
  return runs
    .filter((run) => fitsFilter(narrowed, run))
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

function idOf(at: number): string {
  return `run ${String(at).padStart(2, '0')}`;
}

function runOf({
  at,
  state,
  platform,
}: {
  at: number;
  state: Pick<RunSummary, 'status' | 'result'>;
  platform: RunSummary['platform'];
}): RunSummary {
  return {
    id: idOf(at),
    projectId: 'project',
    type: 'chat',
    title: 'Checkout',
    ...state,
    platform,
    targetUrl: null,
    appId: null,
    testId: null,
    batchId: null,
    issueCount: 0,
    stepCount: 0,
    error: null,
    durationMs: null,
    createdAt: new Date(at * 1_000).toISOString(),
    startedAt: null,
    completedAt: null,
    webhookStatus: null,
  };
}
