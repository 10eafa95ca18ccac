import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../support/objects.js';
import { eventually } from '../../support/service.js';
import { html, noBrowser, type RealService, serve, sharedRealService, verdictOf, whyNot } from './support.ts';

const shop = (price: string, clock = '') =>
  html(
    `<h1>Shop</h1><p style="font: 16px sans-serif">Lamp ${price}</p><section aria-label="Clock" style="height:40px">${clock}</section>`,
  );

describe.skipIf(noBrowser)(`a page is compared with the picture that somebody has approved${whyNot}`, () => {
  // What passes here does so at the first look; only what fails waits so long.
  const realService = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '2' });

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

  it('all new pictures of a run wait together, each under its name and for its window', async () => {
    const service = await realService();
    const site = await pageThatChanges(shop('10'));
    const test = await storedTest(
      service,
      ['The page looks like "Desktop"', 'Set the window to 390 × 844', 'The page looks as before'],
      site.url,
    );
    const run = await test.run();
    const waiting = (await service.call('GET', `/baselines?runId=${run.id}&status=waiting`)).body.baselines;
    expect(waiting.map(({ name, viewport }: { name: string; viewport: object }) => [name, viewport])).toEqual(
      [
        ['1', { width: 390, height: 844 }],
        ['Desktop', { width: 1280, height: 720 }],
      ],
    );
    for (const { id } of waiting) await service.call('POST', `/baselines/${id}/approve`);
    expect(verdictOf(await test.run())).toBe('completed PASS');
  });

  it('what is excepted may look as it likes, and what moves is held still', async () => {
    const service = await realService();
    const moving = `<style>@keyframes m { to { margin-left: 300px } } b { animation: m 1s infinite }</style><b>moving</b>`;
    const site = await pageThatChanges(shop('10', `12:00${moving}`));
    const test = await storedTest(service, ['The page looks as before except the "Clock" section'], site.url);
    await test.run();
    await test.approveAll();
    site.show(shop('10', `12:01${moving}`));
    expect(verdictOf(await test.run())).toBe('completed PASS');
    site.show(shop('11', '12:02'));
    expect(verdictOf(await test.run())).toBe('completed FAILED');
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

  it('a picture that nobody has approved goes with its run', async () => {
    const service = await realService();
    const site = await pageThatChanges(shop('10'));
    const test = await storedTest(
      service,
      ['The page looks as before', 'The page looks like "Two"'],
      site.url,
    );
    await test.run();
    const [two, one] = await test.baselines();
    await service.call('POST', `/baselines/${one.id}/approve`);
    site.show(shop('11'));
    const { id } = await test.run();
    expect((await service.call('GET', `/baselines?runId=${id}`)).body.baselines).toHaveLength(2);
    await service.query(`update runs set completed_at = now() - interval '91 days' where id = $1`, [id]);
    // Otherwise this sweep looks once a minute.
    await service.query(`select pg_notify('gantry', 'test sweep')`);
    await eventually(async () => {
      expect(await test.baselines()).toMatchObject([{ id: one.id, status: 'approved', candidate: null }]);
    });
    expect((await service.call('GET', `/baselines/${two.id}`)).status).toBe(404);
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

/** What it shows can be changed between two runs. */
async function pageThatChanges(body: string): Promise<{ url: string; show(body: string): void }> {
  let shown = body;
  const { url } = await serve((_request, response) => response.end(shown));
  return {
    url,
    show(next) {
      shown = next;
    },
  };
}

/** A test alone in its group. */
async function storedTest(service: RealService, titles: string[], targetUrl: string) {
  const { projectId } = service;
  const steps = titles.map((title) => ({ type: /^(?:See|The page)/.test(title) ? 'assert' : 'act', title }));
  const body = { projectId, title: titles.join(', '), platform: 'web', steps };
  const { id, problems } = (await service.call('POST', '/tests', body)).body.test;
  expect(problems).toEqual([]);
  const { id: groupId } = (await service.call('POST', '/groups', { projectId, name: `Group of ${id}` })).body
    .group;
  await service.call('POST', `/groups/${groupId}/tests`, { testId: id });
  const baselines = async () => (await service.call('GET', `/baselines?testId=${id}`)).body.baselines;
  return {
    id,
    baselines,
    async approveAll() {
      for (const baseline of await baselines())
        await service.call('POST', `/baselines/${baseline.id}/approve`);
    },
    async run() {
      const { runIds } = (await service.call('POST', `/groups/${groupId}/runs`, { targetUrl })).body;
      return eventualEnd(service, runIds[0]);
    },
  };
}

async function eventualEnd(service: RealService, runId: string) {
  let run = (await service.call('GET', `/runs/${runId}`)).body;
  await eventually(async () => {
    run = (await service.call('GET', `/runs/${runId}`)).body;
    expect(run.completedAt).not.toBeNull();
  });
  return run;
}

async function typeOf(address: string): Promise<string | null> {
  return (await fetch(address)).headers.get('content-type');
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(address)).status;
}
