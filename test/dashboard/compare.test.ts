import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alignSteps, differencesOf } from '../../dashboard/compare/align-steps.ts';
import type { RunStep } from '../../src/client/index.ts';
import { makeGroup } from '../service/groups/support.js';
import { executionBy, onePixel } from '../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../support/service.js';
import { passedStep, someIssue } from '../support/some-run.ts';
import { noBrowser, useDashboard } from './support.ts';

const open = useDashboard();

it.skipIf(noBrowser)(
  'two runs stand side by side with their pictures, and what differs is marked',
  async () => {
    const service = await startTestService({ execution: withPictures() });
    const { groupId, testIds } = await makeGroup(service, ['web']);
    await runTest(service, { groupId, testIds }, ['open the shop', 'see a', 'see b']);
    await runTest(service, { groupId, testIds }, ['open the shop', 'log in', 'miss b']);
    const { page } = await open(service, {
      path: `/projects/${service.projectId}/builds?groupId=${groupId}`,
    });
    await page.getByRole('link', { name: 'Compare with the last passed: Test 1' }).click();
    await page.getByRole('region', { name: 'Left run' }).getByText('Passed').waitFor();
    await page.getByRole('region', { name: 'Right run' }).getByText('Failed').waitFor();
    await page.getByText('2 steps differ.').waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^The screen after step/ }).count()).toBe(6);
    await page.getByLabel('Only what differs').check();
    await expect.poll(() => page.getByText('1. open the shop').count()).toBe(0);
    await page.getByText('2. log in').waitFor();
    await page.getByText('Another outcome').waitFor();
  },
);

it.skipIf(noBrowser)('a failed run leads to its comparison with the last one that passed', async () => {
  const service = await startTestService({ execution: withPictures() });
  const { groupId, testIds } = await makeGroup(service, ['web']);
  const passed = await runTest(service, { groupId, testIds }, ['see a']);
  const failed = await runTest(service, { groupId, testIds }, ['miss a']);
  const { page } = await open(service, { path: `/projects/${service.projectId}/runs/${failed}` });
  await page.getByRole('link', { name: 'Compare with the last passed run of this test' }).click();
  await page.getByRole('region', { name: 'Left run' }).waitFor();
  expect(page.url()).toContain(`left=${passed}`);
  expect(page.url()).toContain(`right=${failed}`);
});

it('every step of both runs is shown once and in its order, and those that both have are not torn apart', () => {
  const titles = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
  fc.assert(
    fc.property(titles, titles, (left, right) => {
      const pairs = alignSteps(left.map(stepOf), right.map(stepOf));
      expect(pairs.flatMap(({ left: step }) => step?.title ?? [])).toEqual(left);
      expect(pairs.flatMap(({ right: step }) => step?.title ?? [])).toEqual(right);
      if (left.join() === right.join())
        expect(pairs.every((pair) => differencesOf(pair).length === 0)).toBe(true);
    }),
  );
});

it('a step that was added moves no other', () => {
  const pairs = alignSteps(['a', 'b', 'c'].map(stepOf), ['a', 'x', 'b', 'c'].map(stepOf));
  expect(pairs.map(differencesOf)).toEqual([[], ['Only in the right run'], [], []]);
});

function stepOf(title: string, stepIndex: number): RunStep {
  return {
    stepIndex,
    title,
    type: 'act',
    status: 'passed',
    summary: null,
    error: null,
    startedAtMs: 0,
    completedAtMs: 0,
    screenshotUrl: null,
    sceneUrl: null,
    hierarchyUrl: null,
    sentences: null,
  };
}

type Runner = Parameters<typeof executionBy>[0];

/** Takes a picture after each step; those that begin with "miss" fail. */
function withPictures() {
  const run: Runner = async ({ task: { steps } }, report) => {
    for (const { title, type } of steps ?? []) {
      const isMissed = title.startsWith('miss ');
      report.step({
        ...passedStep,
        title: title.replace(/^(miss|see) /, 'see '),
        type,
        status: isMissed ? 'failed' : 'passed',
        error: isMissed ? 'it was not there' : null,
        screenshotUrl: await report.screenshot(onePixel),
      });
      if (isMissed) report.finding({ ...someIssue, name: title, description: title });
    }
  };
  return executionBy(run);
}

async function runTest(
  service: TestService,
  { groupId, testIds }: { groupId: string; testIds: string[] },
  titles: string[],
): Promise<string> {
  await service.call('PATCH', `/tests/${testIds[0]}`, {
    steps: titles.map((title) => ({ type: 'assert', title })),
  });
  const { runIds } = (await service.call('POST', `/groups/${groupId}/runs`, {})).body;
  await eventually(async () =>
    expect((await service.call('GET', `/runs/${runIds[0]}`)).body.status).toBe('completed'),
  );
  return runIds[0];
}
