import { expect } from 'vitest';
import { executionBy, onePixel } from '../support/scripted-execution.mjs';
import { eventually, type TestService } from '../support/service.js';
import { passedStep, someIssue } from '../support/some-run.ts';

type Runner = Parameters<typeof executionBy>[0];

/** Takes a picture after each step; those that begin with "miss" fail. */
export function withPictures() {
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

export async function runTest(
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
