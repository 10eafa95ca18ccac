import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallBuild } from '../../service/groups/support.js';
import { adminKey, createTestFolder } from '../../support/service.js';
import { startStuckService } from '../../support/stuck-service.ts';
import { openPlace } from './step.ts';
import { runStep, startStep } from './support.js';

describe('the step of a job', () => {
  it('uploads the build once, runs the group on it, and reports in every way that GitHub shows', async () => {
    const place = await openPlace(['mobile', 'mobile']);
    const workspace = await createTestFolder();
    await writeFile(join(workspace, smallBuild.filename), await smallBuild.bytes());
    const inputs = {
      ...place.inputs,
      'app-path': smallBuild.filename,
      'remove-after': '12h',
      group: 'Checkout',
      'junit-path': 'reports/junit.xml',
    };
    const step = await runStep(inputs, { workspace });
    expect(step).toMatchObject({ code: 0, errors: [] });
    expect(step.log).toContain(`::add-mask::${place.key}\n`);
    expect(step.log.replace(`::add-mask::${place.key}`, '')).not.toContain(place.key);
    const { outputs } = step;
    expect(outputs).toMatchObject({
      result: 'PASS',
      passed: '2',
      failed: '0',
      errors: '0',
      'junit-path': 'reports/junit.xml',
    });
    expect(await readFile(join(workspace, 'reports/junit.xml'), 'utf8')).toContain(
      '<testcase classname="Checkout"',
    );
    expect(step.summary).toContain('Checkout: 2 of 2 passed');

    const { batch } = (await place.service.call('GET', `/batches/${outputs['batch-id']}`)).body;
    expect(batch).toMatchObject({ commitSha: 'c0ffee', appId: outputs['app-id'] });
    expect(JSON.parse(outputs['run-ids'] ?? '')).toEqual(batch.runs.map(({ id }: { id: string }) => id));
    const { apps } = (await place.service.call('GET', `/projects/${place.service.projectId}/mobile`)).body;
    expect(apps).toMatchObject([{ id: outputs['app-id'], removeAfter: 43_200 }]);

    const repeated = await runStep(inputs, { workspace });
    expect(repeated.outputs).toMatchObject({ 'app-id': outputs['app-id'], 'batch-id': outputs['batch-id'] });
    expect(repeated.log).toContain('is there already');
    const nextAttempt = await runStep(
      { ...inputs, wait: 'false', 'junit-path': '' },
      { workspace, env: { GITHUB_RUN_ATTEMPT: '2' } },
    );
    expect(nextAttempt).toMatchObject({ code: 0, outputs: { 'app-id': outputs['app-id'] }, summary: '' });
    expect(nextAttempt.outputs['batch-id']).not.toBe(outputs['batch-id']);
    expect(nextAttempt.outputs.result).toBeUndefined();
  });

  it('fails for a test that fails and says which, and why, apart from what could not be executed', async () => {
    const place = await openPlace(['web', 'web', 'web']);
    const title = 'Total, 100% <b>::error::##[error]x';
    await place.script(1, ['shot', 'miss the total'], title);
    await place.script(2, ['failure the site is gone']);
    const step = await runStep({ ...place.inputs, group: place.groupId });
    expect(step.code).toBe(1);
    expect(step.outputs).toMatchObject({ result: 'FAILED', passed: '1', failed: '1', errors: '1' });
    expect(step.errors).toEqual([
      {
        title: `Test failed: ${title.replace('##[', '## [')}`,
        message: 'the total\n  expected: the total\n  actual: nothing',
      },
      { title: 'Could not be executed: Test 3', message: 'SCRIPTED: the site is gone' },
    ]);
    expect(step.summary).toContain('Total, 100% &lt;b&gt;::error::##[error]x');
    expect(step.summary).toMatch(/<a href="http:\/\/127\.0\.0\.1:\d+\/runs\/[\w-]+\/files\/\w+\.png">1<\/a>/);
    expect(step.summary).toContain('expected: the total');
    expect(step.summary.trimEnd()).not.toContain('\n\n');
  });

  it('runs a prompt, and says that a run without a verdict is none', async () => {
    const place = await openPlace([]);
    const passed = await runStep({ ...place.inputs, prompt: 'see a\nsee b' });
    expect(passed).toMatchObject({ code: 0, outputs: { result: 'PASS', 'batch-id': '', passed: '1' } });
    expect(passed.log).toMatch(/✓ a .*✓ b .*PASS {2}see a see b/s);
    const empty = await runStep({ ...place.inputs, prompt: 'sleep 1' });
    expect(empty).toMatchObject({ code: 1, outputs: { result: 'ERROR', errors: '1' } });
    expect(empty.errors).toMatchObject([
      {
        title: expect.stringMatching(/^Could not be executed/),
        message: expect.stringMatching(/^NOTHING_CHECKED/),
      },
    ]);
    const cancelled = await startStep({ ...place.inputs, prompt: 'hang' });
    await cancelled.logged(/Started run/);
    const { runs } = (await place.service.call('GET', '/runs?limit=1')).body;
    await place.service.call('POST', `/runs/${runs[0].id}/cancel`);
    expect((await cancelled.ended).errors).toMatchObject([{ title: expect.stringMatching(/^Cancelled/) }]);
  });

  it('is started by a webhook, without a key when it does not wait, and never shows its secret', async () => {
    const place = await openPlace(['web']);
    const secret = place.webhookUrl.split('/').at(-1) ?? '';
    const { 'api-key': apiKey } = place.inputs;
    const step = await runStep({ 'webhook-url': place.webhookUrl, 'api-key': apiKey });
    expect(step).toMatchObject({ code: 0, outputs: { result: 'PASS' } });
    const open = await runStep(
      { 'webhook-url': place.webhookUrl, wait: 'false' },
      { env: { GITHUB_RUN_ATTEMPT: '2' } },
    );
    expect(open.code).toBe(0);
    expect(open.outputs['batch-id']).toMatch(/^[\w-]{36}$/);
    const unmasked = (step.log + open.log).replaceAll(/^::add-mask::.*$/gm, '');
    expect(unmasked).not.toContain(secret);
    const wrong = await runStep({ 'webhook-url': `${place.webhookUrl}x`, 'api-key': apiKey });
    expect(wrong).toMatchObject({
      code: 1,
      errors: [{ title: 'Gantry: the service refused', message: expect.stringMatching(/^NotFound: /) }],
    });
    expect(wrong.log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(secret);
  });

  it('cancels what it has started when the job is cancelled or its time is over', async () => {
    const place = await openPlace(['web']);
    await place.script(0, ['see a', 'hang']);
    const step = await startStep({ ...place.inputs, group: place.groupId });
    await step.logged(/Started batch/);
    step.kill('SIGINT');
    const ended = await step.ended;
    expect(ended).toMatchObject({ code: 1, errors: [{ title: 'Gantry: cancelled' }] });
    await place.isCancelled(ended.outputs['batch-id']);

    const late = await runStep(
      { ...place.inputs, group: place.groupId, 'timeout-minutes': '0.01' },
      { env: { GITHUB_RUN_ATTEMPT: '2' } },
    );
    expect(late).toMatchObject({ code: 1, errors: [{ title: 'Gantry: the time is over' }] });
    await place.isCancelled(late.outputs['batch-id']);
  });

  it('ends at once when the job is cancelled in the middle of an upload that nobody takes', async () => {
    const project = '01970000-0000-7000-8000-000000000000';
    const service = await startStuckService({ [`GET /projects/${project}/mobile`]: { apps: [] } });
    const workspace = await createTestFolder();
    await writeFile(join(workspace, 'large.apk'), Buffer.alloc(64 * 1024 ** 2));
    const inputs = { url: service.url, 'api-key': adminKey, project, 'app-path': 'large.apk' };
    const step = await startStep(inputs, { workspace });
    await service.putBegun;
    step.kill('SIGINT');
    expect(await step.ended).toMatchObject({
      code: 1,
      log: expect.stringContaining('The job was cancelled. Stopping.'),
      errors: [{ title: 'Gantry: cancelled' }],
    });
  }, 60_000);

  it('tells wrong inputs, a refusal and a missing build apart', async () => {
    const place = await openPlace(['web']);
    const [nowhere, wrong, refused, missing, unknown] = await Promise.all([
      runStep({ 'api-key': 'x', group: 'a' }),
      runStep({
        url: place.service.url,
        'api-key': 'x',
        group: 'a',
        prompt: 'b',
        wait: 'maybe',
        'timeout-minutes': '-1',
        'remove-after': 'soon',
      }),
      runStep({
        ...place.inputs,
        'api-key': 'gk_other_0123456789abcdefghijABCDEFGHIJ',
        group: place.groupId,
      }),
      runStep({ ...place.inputs, 'app-path': 'none.apk' }),
      runStep({ ...place.inputs, group: 'Chekout' }),
    ]);
    expect(nowhere).toMatchObject({
      code: 1,
      errors: [{ title: 'Gantry: the inputs are wrong', message: expect.stringMatching(/^url: /) }],
    });
    expect(wrong).toMatchObject({ code: 1, errors: [{ title: 'Gantry: the inputs are wrong' }] });
    for (const name of ['wait:', 'timeout-minutes:', 'remove-after:', 'group, prompt:']) {
      expect(wrong.errors[0]?.message).toContain(name);
    }
    expect(refused).toMatchObject({
      code: 1,
      errors: [{ title: 'Gantry: the API key is wrong', message: expect.stringMatching(/^api-key: /) }],
    });
    expect(missing).toMatchObject({
      code: 1,
      errors: [{ message: 'app-path: there is no file "none.apk"' }],
    });
    expect(unknown).toMatchObject({ code: 1, errors: [{ message: 'group: There is no group "Chekout".' }] });
  });
});
