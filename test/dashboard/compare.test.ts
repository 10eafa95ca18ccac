import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alignSteps, differencesOf } from '../../dashboard/compare/align-steps.ts';
import type { RunStep } from '../../src/client/index.ts';
import { makeGroup } from '../service/groups/support.js';
import { startTestService } from '../support/service.js';
import { runTest, withPictures } from './compare.ts';
import { noBrowser, useDashboard } from './support.ts';

const open = useDashboard();

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
