import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeGroup, smallBuild } from '../../service/groups/support.js';
import { heldExecution } from '../../support/held-execution.js';
import { onePixel, scriptedExecution } from '../../support/scripted-execution.mjs';
import { createTestFolder, eventually, startTestService } from '../../support/service.js';
import { openAgent, picturedExecution, platforms } from './support.js';

describe('an agent', () => {
  it('uploads a build, tests it, and is told of each step and of the verdict', async () => {
    const { execution, release } = heldExecution({ platforms });
    const service = await startTestService({ execution });
    const agent = await openAgent(service.url);
    await writeFile(join(agent.folder, smallBuild.filename), await smallBuild.bytes());

    const uploaded = await agent.call('upload_app', { path: smallBuild.filename });
    expect(uploaded.structured).toMatchObject({
      wasThere: false,
      app: { platform: 'ios', bundleId: 'com.example.app', expiresAt: null },
    });
    const again = await agent.call('upload_app', { path: join(agent.folder, smallBuild.filename) });
    expect(again.structured).toMatchObject({ wasThere: true, app: uploaded.structured.app });
    expect((await agent.call('list_apps')).structured).toEqual({
      apps: [uploaded.structured.app],
      hasMore: false,
    });

    const { id: appId } = uploaded.structured.app;
    const submitted = await agent.call('submit_run', { prompt: 'see a\nmiss the total\nshot', appId });
    expect(submitted.structured.run).toMatchObject({ completedAt: null, appId });
    expect(submitted.text).toContain('call watch_run');

    const told: string[] = [];
    const places: number[] = [];
    const watched = await agent.call(
      'watch_run',
      { runId: submitted.structured.run.id, waitSeconds: 100 },
      {
        onprogress: ({ message = '', progress }) => {
          told.push(message);
          places.push(progress);
          // An SDK that reads progress and answer at once drops the progress.
          if (message === 'step 2 failed: the total') release();
        },
      },
    );
    expect(watched.structured.run).toMatchObject({
      status: 'completed',
      result: 'FAILED',
      platform: 'ios',
      steps: [
        { step: 1, title: 'a', status: 'passed' },
        { step: 2, title: 'the total', status: 'failed', error: 'it was not there' },
      ],
      issues: [
        { type: 'issue', name: 'the total', expectedBehavior: 'the total', actualBehavior: 'nothing' },
      ],
    });
    expect(watched.text).toContain('FAILED');
    expect(watched.text).toContain('2. failed: the total (it was not there)');
    expect(watched.text).toContain('expected: the total');
    expect(told.at(-1)).toBe('step 2 failed: the total');
    expect(places).toEqual(places.toSorted((one, other) => one - other));

    const listed = await agent.call('list_runs', { status: 'completed' });
    expect(listed.structured.runs).toMatchObject([{ id: submitted.structured.run.id, result: 'FAILED' }]);
    const passed = await agent.call('submit_run', { prompt: 'see a', waitSeconds: 100 });
    expect(passed.structured.run).toMatchObject({ status: 'completed', result: 'PASS', platform: 'web' });
  });

  it('learns what would be done with its sentences, and what to write instead', async () => {
    const service = await startTestService();
    const agent = await openAgent(service.url);
    const read = await agent.call('read_steps', { prompt: 'Click "Save". Frobnicate the "Save" button.' });
    expect(read.structured.sentences).toMatchObject([
      { sentence: 'Click "Save"', understood: true, type: 'act', problem: null },
      { understood: false, type: null, reading: null, problem: expect.any(String) },
    ]);
    expect(read.text).toMatch(/^understood: Click "Save"\n.*\nNOT understood: Frobnicate/);
    expect(read.text).toContain(`would be understood: ${read.structured.sentences[1].nearest[0]}`);
    const changed = await agent.call('read_steps', { prompt: 'Click Sign in. Click "Save".' });
    expect(changed.structured.sentences).toMatchObject([
      { readBefore: 'Click "Sign in"' },
      { readBefore: null },
    ]);
    expect(changed.text).toMatch(
      /^understood: Click Sign in\n.*\n {2}did before: Click "Sign in"\nunderstood: Click "Save"\n.*$/,
    );
  });

  it('starts a group by its name and learns the verdict on each test', async () => {
    const service = await startTestService({ execution: scriptedExecution({ platforms }) });
    const { groupId, testIds } = await makeGroup(service, ['web', 'web']);
    const steps = [{ type: 'assert', title: 'miss the total' }];
    await service.call('PATCH', `/tests/${testIds[1]}`, { steps });
    const targetUrl = 'https://staging.example.com/';
    const environment = { name: 'Staging', url: targetUrl };
    await service.call('POST', `/projects/${service.projectId}/environments`, environment);
    const agent = await openAgent(service.url);

    expect((await agent.call('list_groups')).structured).toMatchObject({
      groups: [{ id: groupId, name: 'Checkout' }],
    });
    const stored = await agent.call('list_tests', { groupId });
    // The scripted pilot has words of its own, which the vocabulary does not know.
    expect(stored.structured.tests[1].problems).toMatchObject([
      { sentence: steps[0]?.title, problem: expect.any(String), nearest: expect.any(Array) },
    ]);
    expect(stored.text).toContain(`  NOT understood: ${steps[0]?.title}`);
    expect(stored.structured.tests).toMatchObject([{ title: 'Test 1' }, { steps }]);
    const { structured, text } = await agent.call('trigger_group', {
      group: 'Checkout',
      environment: 'Staging',
      commitSha: 'abc',
      waitSeconds: 100,
    });
    expect(structured.batch).toMatchObject({
      groupId,
      targetUrl,
      commitSha: 'abc',
      status: 'completed',
      result: 'FAILED',
      count: 2,
      passed: 1,
      runs: [
        { title: 'Test 1', result: 'PASS' },
        { title: 'Test 2', result: 'FAILED' },
      ],
    });
    expect(text).toContain('1 of 2 passed');
    const again = await agent.call('get_batch', { batchId: structured.batch.id });
    expect(again.structured.batch).toEqual(structured.batch);
    const runs = await agent.call('list_runs', { batchId: structured.batch.id });
    expect(runs.structured.runs).toHaveLength(2);
    const list = await agent.call('list_tests', { limit: 1 });
    expect(list.structured).toMatchObject({ tests: [{ title: 'Test 2' }], hasMore: true });

    const unknown = await agent.call('trigger_group', { group: 'Chekout' });
    expect(unknown).toMatchObject({
      isError: true,
      text: 'Refused: No group is called "Chekout"; list_groups has those that there are.',
    });
    const without = await makeGroup(service, ['mobile']);
    const refused = await agent.call('trigger_group', { group: without.groupId });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('ValidationError: mobile'),
    });
  });

  it('takes a call back and leaves the run alone, then cancels it', async () => {
    const service = await startTestService({ execution: scriptedExecution({ platforms }) });
    const agent = await openAgent(service.url);
    const { structured } = await agent.call('submit_run', { prompt: 'see a\nhang' });
    const runId = structured.run.id;
    await eventually(async () => {
      expect((await service.call('GET', `/runs/${runId}`)).body.status).toBe('running');
    });
    const bounded = await agent.call('watch_run', { runId, waitSeconds: 1 });
    expect(bounded).toMatchObject({ isError: false, structured: { run: { status: 'running' } } });

    const takenBack = new AbortController();
    const watching = agent.call(
      'watch_run',
      { runId },
      { signal: takenBack.signal, onprogress: () => takenBack.abort() },
    );
    await expect(watching).rejects.toThrow();
    expect((await agent.call('get_run', { runId })).structured.run.status).toBe('running');
    expect((await agent.call('cancel_run', { runId })).structured.run.status).toBe('cancelled');
    const twice = await agent.call('cancel_run', { runId });
    expect(twice).toMatchObject({ isError: true, text: expect.stringContaining('Conflict: ') });
    expect(agent.err()).not.toContain('watch_run');
  });

  it('looks at the screen after a step, and at the first that has failed when it names none', async () => {
    const other = Buffer.concat([onePixel, Buffer.alloc(10)]);
    const huge = Buffer.concat([onePixel, Buffer.alloc(4_000_000)]);
    const execution = picturedExecution([onePixel, other, huge]);
    const service = await startTestService({ execution });
    const agent = await openAgent(service.url);
    const prompt = 'see a\nmiss b\nsee c\nsee d';
    const { structured } = await agent.call('submit_run', { prompt, waitSeconds: 100 });
    const runId = structured.run.id;
    const image = (bytes: Buffer) => ({
      type: 'image',
      mimeType: 'image/png',
      data: bytes.toString('base64'),
    });

    const first = await agent.call('get_run_screenshot', { runId, step: 1 });
    expect(first.content[0]).toEqual(image(onePixel));
    const telling = await agent.call('get_run_screenshot', { runId });
    expect(telling.content[0]).toEqual(image(other));
    expect(telling.text).toContain('after step 2');
    const refusals = [
      [3, 'too large'],
      [4, 'Step 4 has left no screenshot'],
      [5, 'there is no step 5'],
    ] as const;
    for (const [step, reason] of refusals) {
      const refused = await agent.call('get_run_screenshot', { runId, step });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(reason) });
    }
  });

  it('reaches no file outside of the folders for builds, not even by a link', async () => {
    const service = await startTestService();
    const elsewhere = await createTestFolder();
    const allowed = await createTestFolder();
    const bytes = await smallBuild.bytes();
    await writeFile(join(elsewhere, 'Shop.app.zip'), bytes);
    await writeFile(join(allowed, 'Shop.app.zip'), bytes);
    const agent = await openAgent(service.url, ['--root', allowed]);
    await symlink(join(elsewhere, 'Shop.app.zip'), join(agent.folder, 'Linked.app.zip'));
    await symlink(elsewhere, join(agent.folder, 'linked'));
    await mkdir(join(agent.folder, 'Shop.app'));
    const beside = `${agent.folder}.zip`;
    await writeFile(beside, bytes);
    onTestFinished(() => rm(beside));

    const outside = [
      join(elsewhere, 'Shop.app.zip'),
      `../../${elsewhere.split('/').at(-1)}/Shop.app.zip`,
      'Linked.app.zip',
      'linked/Shop.app.zip',
      beside,
      'missing.apk',
    ];
    for (const path of outside) {
      const refused = await agent.call('upload_app', { path });
      expect(refused, path).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^Refused: There is no file/),
      });
    }
    const folder = await agent.call('upload_app', { path: 'Shop.app' });
    expect(folder).toMatchObject({ isError: true, text: expect.stringContaining('is no file') });
    const fromRoot = await agent.call('upload_app', {
      path: join(allowed, 'Shop.app.zip'),
      removeAfterSeconds: 60,
    });
    expect(fromRoot.structured.app).toMatchObject({ bundleId: 'com.example.app', removeAfter: 60 });
    await eventually(async () => {
      const { body } = await service.call('GET', `/projects/${service.projectId}/mobile`);
      expect(body.apps).toHaveLength(1);
    });
  });

  it('is told which projects there are to choose from, and finds one by its name', async () => {
    const service = await startTestService();
    await service.call('POST', '/projects', { name: 'Shop' });
    const unsure = await openAgent(service.url);
    const refused = await unsure.call('list_apps');
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('several projects') });
    const named = await openAgent(service.url, ['--project', 'Shop']);
    expect(await named.call('list_apps')).toMatchObject({ isError: false, text: 'There are no such apps.' });
  });
});
