import { describe, expect, it } from 'vitest';
import type { Finding, RunReport, Step } from '../../../src/engine/report.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { executionBy, scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';
import { passedStep, someIssue } from '../../support/some-run.ts';

const passed: Step = passedStep;
const warning: Finding = { ...someIssue, type: 'warning' };
/** What PostgreSQL refuses, and far more of it than anybody reads. */
const foul = `a\0b\ud800c${'x'.repeat(20_000)}`;

describe('what a pilot reports', () => {
  it('ends the run also with characters that the database can not hold, in whatever field', async () => {
    const service = await startWith(async (report) => {
      report.describe({ featureName: foul, description: foul });
      report.step({ ...passed, title: foul, summary: foul, error: foul });
      report.finding({
        ...warning,
        name: foul,
        description: foul,
        url: foul,
        expectedBehavior: foul,
        actualBehavior: foul,
        screenshotUrl: foul,
        stepsToReproduce: foul,
      });
    });
    const { status, output } = await carriedOut(service);
    expect(status).toBe('completed');
    const { type, severity, stepIndex, rect, ...texts } = output.issues[0];
    const { title, summary, error } = output.steps[0];
    const written = [output.featureName, output.description, title, summary, error, ...Object.values(texts)];
    expect(written).toHaveLength(12);
    for (const text of written) expect(text).toMatch(/^ab\ufffdcx{9996}$/);
  });

  it('ends the run also when the reason of its failure has such characters', async () => {
    const service = await startWith(async () => {
      throw new ExecutionFailure('SCRIPTED\0', `no such page: ${foul}`);
    });
    const { status, error } = await carriedOut(service);
    expect({ status, code: error.code }).toEqual({ status: 'failed', code: 'SCRIPTED' });
    expect(error.message).toMatch(/^no such page: ab\ufffdc/);
  });

  it('keeps the sentences of a step all or none: some of them would do something else', async () => {
    const sentences = ['Click "A"', 'Click "a\0b\ud800c"'];
    const service = await startWith(async (report) => {
      report.step({ ...passed, sentences });
      report.step({ ...passed, sentences: Array.from({ length: 201 }, () => 'Click "A"') });
      report.step({ ...passed, sentences: ['Click "A"', `Click "${'x'.repeat(10_001)}"`] });
    });
    const { steps } = (await carriedOut(service)).output;
    expect(steps.map((step: { sentences: string[] | null }) => step.sentences)).toEqual([
      ['Click "A"', 'Click "ab\ufffdc"'],
      null,
      null,
    ]);
  });

  it('decides the verdict also beyond the number of entries that are kept', async () => {
    const service = await startWith(async (report, prompt) => {
      for (let count = 0; count < 1_100; count += 1) {
        report.step(passed);
        report.finding(warning);
      }
      if (prompt === 'issue') report.finding({ ...warning, type: 'issue', name: 'broken' });
      if (prompt === 'step') report.step({ ...passed, status: 'failed', title: 'it is gone' });
      report.step(passed);
      report.finding(warning);
    });
    expect((await carriedOut(service, 'neither')).output.result).toBe('PASS');
    const issue = (await carriedOut(service, 'issue')).output;
    expect(issue).toMatchObject({ result: 'FAILED', issues: { length: 1_000 }, steps: { length: 1_000 } });
    expect(issue.issues.at(-1)).toMatchObject({ type: 'issue', name: 'broken' });
    const step = (await carriedOut(service, 'step')).output;
    expect(step).toMatchObject({ result: 'FAILED', steps: { length: 1_000 } });
    expect(step.steps.at(-1)).toMatchObject({ stepIndex: 999, status: 'failed', title: 'it is gone' });
  });
});

describe('a run of an earlier version', () => {
  it('is shown with nothing where today there is more to say', async () => {
    const service = await startWith(async (report) => {
      report.step({ ...passed, status: 'failed' });
      report.finding({ ...warning, type: 'issue' });
    });
    const { id } = await carriedOut(service);
    await service.query(
      `update runs set output = output #- '{steps,0,sceneUrl}' #- '{steps,0,sentences}' #- '{issues,0,stepIndex}' #- '{issues,0,stepsToReproduce}'
         #- '{issues,0,rect}' where id = $1`,
      [id],
    );
    const { status, body } = await service.call('GET', `/runs/${id}`);
    expect(status).toBe(200);
    expect(body.output).toMatchObject({
      steps: [{ status: 'failed', sceneUrl: null, hierarchyUrl: null, sentences: null }],
      issues: [{ type: 'issue', stepIndex: null, stepsToReproduce: null, rect: null }],
    });
  });
});

describe('a run that is cancelled', () => {
  it('is no fault in the log', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { id } = (await service.call('POST', '/runs', { prompt: 'see a\nhang' })).body;
    await eventually(async () =>
      expect((await service.call('GET', `/runs/${id}`)).body.output.steps).toHaveLength(1),
    );
    await service.call('POST', `/runs/${id}/cancel`);
    await eventually(async () => expect(service.logged()).toContain('a run was cancelled or taken over'));
    expect(service.logged()).not.toContain('a run failed');
    expect(service.logged()).not.toMatch(/"level":(50|"error")/);
  });
});

function startWith(work: (report: RunReport, prompt: string) => Promise<void>): Promise<TestService> {
  return startTestService({ execution: executionBy(({ task }, report) => work(report, task.prompt ?? '')) });
}

async function carriedOut(service: TestService, prompt = 'go') {
  const { id } = (await service.call('POST', '/runs', { prompt })).body;
  const read = async () => (await service.call('GET', `/runs/${id}`)).body;
  await eventually(async () => expect((await read()).completedAt).not.toBeNull());
  return read();
}
