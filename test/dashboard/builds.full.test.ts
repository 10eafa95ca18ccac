import { describe, expect, it } from 'vitest';
import { failingSince, matrixOf, outcomeOfBatch } from '../../dashboard/builds/matrix.ts';
import type { Batch, BatchRun } from '../../src/client/index.ts';
import { makeGroup } from '../service/groups/support.js';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../support/service.js';
import { noBrowser, useDashboard } from './support.ts';

const open = useDashboard();
const start = () => startTestService({ execution: scriptedExecution() });

describe.skipIf(noBrowser)('the matrix of a group', () => {
  it('shows each test on each build, since when it fails, and leads to its runs', async () => {
    const service = await start();
    const { groupId, testIds } = await makeGroup(service, ['web', 'web']);
    await runGroup(service, groupId, '1111111aaaaaaaa');
    await scriptTest(service, testIds[0], 'miss a');
    await runGroup(service, groupId, '2222222bbbbbbbb');
    await runGroup(service, groupId, '3333333cccccccc');
    const { page } = await open(service, { path: `/projects/${service.projectId}/builds` });
    const failing = page.getByRole('row', { name: /Test 1/ });
    await failing.getByText(/fails since .*, 2222222/).waitFor();
    await expect(failing.getByRole('cell').allTextContents()).resolves.toEqual([
      'FailedCompare',
      'FailedCompare',
      'Passed',
    ]);
    const passing = page.getByRole('row', { name: /Test 2/ });
    await expect(passing.getByText(/fails/).count()).resolves.toBe(0);
    await page
      .getByRole('columnheader', { name: /3333333/ })
      .getByText('Failed')
      .waitFor();
    await page
      .getByRole('columnheader', { name: /1111111/ })
      .getByText('Passed')
      .waitFor();
    await failing.getByRole('link', { name: 'Failed: Test 1' }).first().click();
    await page.getByRole('heading', { name: '1 issue' }).waitFor();
  });

  it('shows a new batch and its results as they come, with fewer requests than events', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['web', 'web', 'web']);
    await runGroup(service, groupId, 'first');
    const { page, calls } = await open(service, {
      path: `/projects/${service.projectId}/builds?groupId=${groupId}`,
    });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: /first/ }).waitFor();
    const before = calls.length;
    await runGroup(service, groupId, 'second');
    const added = page.getByRole('columnheader', { name: /second/ });
    await added.getByText('Passed').waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Passed: Test/ }).count()).toBe(6);
    const { rows } = await service.query('select count(*)::int as events from events');
    expect(calls.length - before).toBeLessThan(rows[0].events);
    expect(calls.slice(before).filter((call) => !call.startsWith('GET /batches?'))).toEqual([]);
  });

  it('cancels a batch and runs one again from the head of its column', async () => {
    const service = await start();
    const { groupId, testIds } = await makeGroup(service, ['web']);
    await scriptTest(service, testIds[0], 'hang');
    await service.call('POST', `/groups/${groupId}/runs`, {});
    const { page } = await open(service, {
      path: `/projects/${service.projectId}/builds?groupId=${groupId}`,
    });
    await page.getByRole('button', { name: /^Cancel the batch/ }).click();
    await page.getByRole('link', { name: 'Cancelled: Test 1' }).waitFor();
    await page.getByRole('button', { name: /^Run again the batch/ }).click();
    await page.getByRole('button', { name: /^Cancel the batch/ }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Cancelled: Test 1' }).count()).toBe(2);
  });

  it('loads older builds when it is asked to', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['web']);
    for (let at = 1; at <= 13; at += 1)
      await service.call('POST', `/groups/${groupId}/runs`, { commitSha: `build-${at}` });
    const { page } = await open(service, {
      path: `/projects/${service.projectId}/builds?groupId=${groupId}`,
    });
    await page.getByRole('columnheader', { name: /build-13/ }).waitFor();
    await expect(page.getByRole('columnheader', { name: /build-1$/ }).count()).resolves.toBe(0);
    await page.getByRole('button', { name: 'Load older builds' }).click();
    await page.getByText('build-1', { exact: true }).waitFor();
  });
});

describe('the streak of a failing test', () => {
  it('begins after its last pass, and passes over builds that say nothing of it', () => {
    const batches = batchesOf(['running', 'failed', 'cancelled', 'broken', 'passed', 'failed']);
    expect(sinceOf(batches, true)).toEqual({ build: 3, isCertain: true });
  });

  it('is not known to begin with the oldest build that is loaded', () => {
    const batches = batchesOf(['failed', 'broken']);
    expect(sinceOf(batches, true)).toEqual({ build: 1, isCertain: false });
    expect(sinceOf(batches, false)).toEqual({ build: 1, isCertain: true });
  });

  it('is over with a pass', () => {
    expect(sinceOf(batchesOf(['queued', 'passed', 'failed']), false)).toBe(null);
  });
});

it('a batch is what its runs make of it', () => {
  const outcomeOf = (...states: State[]) =>
    outcomeOfBatch({ runs: states.map((state) => runOf(state)) } as Batch);
  expect(outcomeOf('passed', 'passed')).toBe('passed');
  expect(outcomeOf('passed', 'broken')).toBe('broken');
  expect(outcomeOf('broken', 'failed', 'cancelled')).toBe('failed');
  expect(outcomeOf('queued', 'queued')).toBe('queued');
  expect(outcomeOf('passed', 'queued')).toBe('running');
  expect(outcomeOf('cancelled', 'passed')).toBe('cancelled');
});

type State = keyof typeof states;
const states = {
  passed: { status: 'completed', result: 'PASS' },
  failed: { status: 'completed', result: 'FAILED' },
  broken: { status: 'failed', result: null },
  cancelled: { status: 'cancelled', result: null },
  queued: { status: 'queued', result: null },
  running: { status: 'running', result: null },
} as const;

function runOf(state: State): BatchRun {
  return {
    id: 'run',
    testId: 'test',
    title: 'Test',
    platform: 'web',
    error: null,
    durationMs: null,
    ...states[state],
  };
}

/** One test on builds, newest first. */
function batchesOf(outcomes: State[]): Batch[] {
  return outcomes.map((outcome, at) => ({ id: String(at), runs: [runOf(outcome)] }) as Batch);
}

function sinceOf(batches: Batch[], hasOlder: boolean) {
  const [row] = matrixOf(batches);
  const since = row && failingSince(row, batches, hasOlder);
  return since ? { build: Number(since.batch.id), isCertain: since.isCertain } : null;
}

async function scriptTest(service: TestService, testId: string | undefined, title: string): Promise<void> {
  await service.call('PATCH', `/tests/${testId}`, { steps: [{ type: 'act', title }] });
}

async function runGroup(service: TestService, groupId: string, commitSha: string): Promise<void> {
  const { batchId } = (await service.call('POST', `/groups/${groupId}/runs`, { commitSha })).body;
  await eventually(async () => {
    const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
    expect(batch.status).toBe('completed');
  });
}
