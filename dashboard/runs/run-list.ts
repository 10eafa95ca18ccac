import type { InfiniteData } from '@tanstack/react-query';
import type { AnswerTo, RunSummary } from '../../src/client/index.ts';

type RunPage = AnswerTo<'listRunSummaries'> & {
  /** How far the page reached when it was loaded, also when that run has left it since. */
  oldest?: ListPosition | undefined;
};

type ListPosition = Pick<RunSummary, 'createdAt' | 'id'>;

export type RunPages = InfiniteData<RunPage, string | undefined>;

/** What a list of runs is narrowed to; the members are those of the call. */
export interface RunFilter {
  outcome?: 'passed' | 'failed' | 'unfinished' | 'cancelled' | undefined;
  platform?: 'web' | 'ios' | 'android' | undefined;
  testId?: string | undefined;
  batchId?: string | undefined;
  appId?: string | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The list as it is after a run has changed, without asking the service: the run is put in its place, replaced, or taken
 * out where it no longer fits. The same list where nothing changes.
 */
export function withRun(pages: RunPages, filter: RunFilter, run: RunSummary): RunPages {
  const at = pages.pages.findIndex(({ runs }) => runs.some(({ id }) => id === run.id));
  const fits = fitsFilter(filter, run);
  if (at !== -1) {
    return changePage(pages, at, (runs) =>
      fits
        ? runs.map((other) => (other.id === run.id ? run : other))
        : runs.filter(({ id }) => id !== run.id),
    );
  }
  // What a search finds, only the service knows.
  if (!fits || filter.search !== undefined) return pages;
  const place = pages.pages.findIndex((page) => {
    const oldest = oldestOf(page);
    return page.nextCursor === null || (oldest !== undefined && !isNewer(oldest, run));
  });
  // Behind everything that is loaded: it comes with its page.
  if (place === -1) return pages;
  return changePage(pages, place, (runs) => {
    const before = runs.findIndex((other) => isNewer(run, other));
    return runs.toSpliced(before === -1 ? runs.length : before, 0, run);
  });
}

/** The list after results of these runs were started to be delivered again. */
export function withRequeuedResults(pages: RunPages, runIds: ReadonlySet<string>): RunPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      runs: page.runs.map((run) => (runIds.has(run.id) ? { ...run, webhookStatus: 'pending' } : run)),
    })),
  };
}

function changePage(pages: RunPages, at: number, change: (runs: RunSummary[]) => RunSummary[]): RunPages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) =>
      index === at ? { ...page, runs: change(page.runs), oldest: oldestOf(page) } : page,
    ),
  };
}

function oldestOf({ oldest, runs }: RunPage): ListPosition | undefined {
  return oldest ?? runs.at(-1);
}

/** The order of the list: newest first, the id where two are of the same moment. */
function isNewer(one: ListPosition, other: ListPosition): boolean {
  return one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
}

export function fitsFilter(filter: RunFilter, run: RunSummary): boolean {
  const { outcome, platform, testId, batchId, appId, from, to } = filter;
  return (
    (outcome === undefined || fitsOutcome(outcome, run)) &&
    (platform === undefined || run.platform === platform) &&
    (testId === undefined || run.testId === testId) &&
    (batchId === undefined || run.batchId === batchId) &&
    (appId === undefined || run.appId === appId) &&
    (from === undefined || new Date(run.createdAt) >= new Date(from)) &&
    (to === undefined || new Date(run.createdAt) < new Date(to))
  );
}

function fitsOutcome(outcome: NonNullable<RunFilter['outcome']>, { status, result }: RunSummary): boolean {
  switch (outcome) {
    case 'passed':
      return result === 'PASS';
    case 'failed':
      return result === 'FAILED' || status === 'failed';
    case 'unfinished':
      return status === 'queued' || status === 'running';
    case 'cancelled':
      return status === 'cancelled';
  }
}
