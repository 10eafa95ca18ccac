import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { createTestFolder, eventually, startTestService } from '../../support/service.ts';
import { android, devicesOf, large, see, small, statusOf, stay, submit, usePhones } from './devices.ts';

const phones = usePhones();

describe('phones of one server', () => {
  it('are chosen by version and labels, of the call, the test and the group, and waited for while they are busy', async () => {
    const service = await phones.startWith(small, large);
    const mobile = await android(service);
    const fast = { labels: ['fast'] };
    const first = await submit(service, { prompt: stay, mobile, device: { version: '15', ...fast } });
    await eventually(async () => expect(await phones.sessions()).toEqual(['R5CT']));
    const second = await submit(service, { prompt: stay, mobile, device: fast });
    const [{ body: madeTest }, { body: madeGroup }] = [
      await service.call('POST', '/tests', {
        title: 'Start',
        platform: 'android',
        steps: [{ type: 'assert', title: see }],
        device: { version: '14' },
      }),
      await service.call('POST', '/groups', { name: 'All', device: { version: '15', locale: 'de-DE' } }),
    ];
    await service.call('POST', `/groups/${madeGroup.group.id}/tests`, { testId: madeTest.test.id });
    const { body: batch } = await service.call('POST', `/groups/${madeGroup.group.id}/runs`, { mobile });
    // The test's own version goes before the group's, and its phone is free.
    await eventually(async () => expect(await statusOf(service, batch.runIds[0])).toBe('completed'));
    const { body: grouped } = await service.call('GET', `/runs/${batch.runIds[0]}`);
    expect(grouped).toMatchObject({ device: { version: '14', locale: 'de-DE' }, deviceName: 'emulator' });
    expect(await statusOf(service, second)).toBe('queued');
    await service.call('POST', `/runs/${first}/cancel`);
    await eventually(async () => expect(await statusOf(service, second)).toBe('running'));
    await service.call('POST', `/runs/${second}/cancel`);
  });
});

describe('a phone that two workers have', () => {
  it('is never given to two runs at once', async () => {
    const [database, dataDir] = [await createTestDatabase(), await createTestFolder()];
    const settings = {
      GANTRY_DEVICES: await phones.listOf(large),
      GANTRY_BROWSER_SLOTS: '0',
      GANTRY_STEP_TIMEOUT_SECONDS: '20',
    };
    const shared = { database, dataDir, settings, execution: 'real' as const };
    const [one, other] = [await startTestService(shared), await startTestService(shared)];
    expect(other.projectId).toBe(one.projectId);
    const mobile = await android(one);
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, at) => submit(at % 2 === 0 ? one : other, { prompt: see, mobile })),
    );
    for (const id of ids) {
      await eventually(async () => expect(await statusOf(one, id)).toMatch(/completed|failed/));
      const { body: run } = await one.call('GET', `/runs/${id}`);
      expect([run.status, run.output.result, run.error]).toEqual(['completed', 'PASS', null]);
    }
    expect(await devicesOf(one)).toHaveLength(1);
  });
});
