import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/service.js';
import { pageThatChanges, shop, storedTest } from './baselines.ts';
import { noBrowser, sharedRealService, verdictOf, whyNot } from './support.ts';

describe.skipIf(noBrowser)(`a page is compared with the picture that somebody has approved${whyNot}`, () => {
  // What passes here does so at the first look; only what fails waits so long.
  const realService = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '2' });

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
});
