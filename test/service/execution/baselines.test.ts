import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../support/objects.js';
import { eventually } from '../../support/service.js';
import { pageThatChanges, shop, statusOf, storedTest, typeOf } from './baselines.ts';
import { noBrowser, sharedRealService, verdictOf, whyNot } from './support.ts';

describe.skipIf(noBrowser)(`a page is compared with the picture that somebody has approved${whyNot}`, () => {
  // What passes here does so at the first look; only what fails waits so long.
  const realService = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '1' });

  it('a new picture gives no verdict; once it is approved the page passes, and fails when it looks different', async () => {
    const service = await realService();
    const site = await pageThatChanges(shop('10'));
    const test = await storedTest(service, ['See "Lamp"', 'The page looks as before'], site.url);

    const first = await test.run();
    expect(verdictOf(first)).toBe('failed BASELINE_NOT_APPROVED');
    expect(first.output.steps.map(({ status }: { status: string }) => status)).toEqual([
      'passed',
      'passed',
      'failed',
    ]);
    const [fresh] = await test.baselines();
    expect(fresh).toMatchObject({
      name: '1',
      status: 'new',
      viewport: { width: 1280, height: 720 },
      pictureUrl: null,
      candidate: { runId: first.id, differenceUrl: null, differentPixels: null },
    });
    expect(fresh.browser).toMatch(/^chromium-/);
    expect(first.error?.message).toContain(`/baselines/${fresh.id}/approve`);
    expect(await typeOf(fresh.candidate.pictureUrl)).toBe('image/png');

    const approved = (await service.call('POST', `/baselines/${fresh.id}/approve`)).body.baseline;
    expect(approved).toMatchObject({ status: 'approved', candidate: null });
    expect(await typeOf(approved.pictureUrl)).toBe('image/png');
    expect(verdictOf(await test.run())).toBe('completed PASS');

    site.show(shop('18'));
    const changed = await test.run();
    expect(verdictOf(changed)).toBe('completed FAILED');
    const [issue] = changed.output.issues;
    expect(issue).toMatchObject({ name: 'Not as expected: The page looks as before', stepIndex: 2 });
    expect(issue?.actualBehavior).toMatch(/^\d+ pixels differ/);
    expect(issue?.rect).not.toBeNull();
    const [different] = await test.baselines();
    expect(different).toMatchObject({ id: fresh.id, status: 'changed', candidate: { runId: changed.id } });
    expect(different.candidate.differentPixels).toBeGreaterThan(8);
    expect(await typeOf(different.candidate.differenceUrl)).toBe('image/png');

    const unseen = { runId: first.id };
    expect((await service.call('POST', `/baselines/${fresh.id}/approve`, unseen)).status).toBe(409);
    const seen = { runId: changed.id };
    expect((await service.call('POST', `/baselines/${fresh.id}/approve`, seen)).status).toBe(200);
    expect((await service.call('POST', `/baselines/${fresh.id}/approve`, seen)).status).toBe(409);
    expect(verdictOf(await test.run())).toBe('completed PASS');
    expect(await statusOf(approved.pictureUrl)).toBe(404);
  });

  it('the pictures of a deleted baseline, test and run go, and nobody else sees them', async () => {
    const service = await realService();
    const site = await pageThatChanges(shop('10'));
    const test = await storedTest(
      service,
      ['The page looks as before', 'The page looks like "Two"'],
      site.url,
    );
    await test.run();
    await test.approveAll();
    const [one, two] = await test.baselines();
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project;
    const { key } = (await service.call('POST', `/projects/${other.id}/keys`, {})).body.key;
    expect((await service.call('GET', `/baselines/${one.id}`, undefined, { key })).status).toBe(404);
    expect((await service.call('GET', '/baselines', undefined, { key })).body.baselines).toEqual([]);
    expect((await service.call('DELETE', `/baselines/${one.id}`)).body).toEqual({
      deleted: true,
      id: one.id,
    });
    expect((await service.call('GET', `/baselines/${one.id}`)).status).toBe(404);
    await service.call('DELETE', `/tests/${test.id}`);
    expect((await service.call('GET', `/baselines/${two.id}`)).status).toBe(404);
    await eventually(async () => {
      const { rows } = await service.query('select id from baselines where id = any ($1::uuid[])', [
        [one.id, two.id],
      ]);
      expect(rows).toEqual([]);
      const { rows: files } = await service.query('select object_key from run_files');
      const kept = new Set(files.map(({ object_key }) => object_key));
      const { rows: approved } = await service.query('select object_key from baselines');
      for (const { object_key } of approved) kept.add(object_key);
      const stored = (await objectsIn(service.dataDir)).filter((key) => key.startsWith('runs/'));
      expect(stored.filter((key) => !kept.has(key))).toEqual([]);
    });
  });

  it('a name that no picture can have is refused, also where a variable holds it', async () => {
    const service = await realService();
    const site = await pageThatChanges(shop('10'));
    const { projectId } = service;
    const long = { value: 'x'.repeat(201) };
    await service.call('PUT', `/projects/${projectId}/variables/long`, long);
    const test = await storedTest(service, ['The page looks like {{long}}'], site.url);
    const run = await test.run();
    expect(verdictOf(run)).toBe('failed STEP_NOT_UNDERSTOOD');
    expect(run.error?.message).toContain('1 to 200 characters');
    const prompt = 'The page looks like ""';
    const { body } = await service.call('POST', '/steps/read', { projectId, prompt });
    expect(body.sentences).toMatchObject([
      { understood: false, problem: expect.stringContaining('1 to 200') },
    ]);
  });

  it('a prompt has no pictures to compare with, and is told so before it runs', async () => {
    const service = await realService();
    const { projectId } = service;
    const run = await service.run('Open http://127.0.0.1:1/. The page looks as before.', { projectId });
    expect(verdictOf(run)).toBe('failed STEP_NOT_UNDERSTOOD');
    expect(run.error?.message).toContain('only a stored test has');
  });
});
