import { describe, expect, it, onTestFinished } from 'vitest';
import { iosApp } from '../../engine/phones/replay/apps.ts';
import { startReplay } from '../../engine/phones/replay/graph.ts';
import { createTestDatabase } from '../../support/database.ts';
import { eventually, startTestService } from '../../support/service.ts';
import { deviceBuild, simulatorBuild, uploaded } from '../../support/uploads.ts';
import {
  android,
  broken,
  devicesOf,
  large,
  see,
  small,
  statusOf,
  stay,
  submit,
  usePhones,
} from './devices.ts';
import { verdictOf } from './support.ts';

const phones = usePhones();

describe('phones of one server', () => {
  it('each have a run at the same time, and none ends the session of another', async () => {
    const service = await phones.startWith(small, large);
    const mobile = await android(service);
    const runs = await Promise.all([1, 2, 3, 4].map(() => service.run(see, { mobile })));
    expect(runs.map(verdictOf)).toEqual(Array(4).fill('completed PASS'));
    const held = [
      await submit(service, { prompt: stay, mobile }),
      await submit(service, { prompt: stay, mobile }),
    ];
    await eventually(async () => expect((await phones.sessions()).sort()).toEqual(['R5CT', 'emulator-5554']));
    expect(await devicesOf(service)).toMatchObject([
      { name: 'Galaxy', state: 'busy', model: 'Galaxy S24', version: '15.1', real: true },
      { name: 'emulator', state: 'busy', real: false, labels: ['emulated'], reason: null },
    ]);
    const busy = (await devicesOf(service)).map(({ runId }) => runId);
    expect(busy.sort()).toEqual(held.sort());
    for (const id of held) await service.call('POST', `/runs/${id}/cancel`);
    await eventually(async () =>
      expect((await devicesOf(service)).map(({ state }) => state)).toEqual(['free', 'free']),
    );
    expect(await phones.sessions()).toEqual([]);
  });

  it('that nobody has are named in the end of a run that asked for them', async () => {
    const service = await phones.startWith(small, large);
    const mobile = await android(service);
    const run = await service.run(see, { mobile, device: { version: '16', labels: ['lab', 'pro'] } });
    expect(run.error).toEqual({
      code: 'NO_DEVICE',
      message:
        'No running worker has an Android device with version 16 and the labels lab, pro. There are: Galaxy (version 15.1, real, labels lab, fast); emulator (version 14, virtual, labels emulated).',
    });
    expect(verdictOf(await service.run(see, { mobile }))).toBe('completed PASS');
  });
});

describe('a phone whose session is still being opened when its run is cancelled', () => {
  it('is nobody else’s until that session has come and was ended', async () => {
    const service = await phones.startWith({ ...large, capabilities: { isHeld: true } });
    const mobile = await android(service);
    const first = await submit(service, { prompt: see, mobile });
    const isHeld = () => eventually(async () => expect((await phones.appium.journal()).held).toBe(1));
    await isHeld();
    await service.call('POST', `/runs/${first}/cancel`);
    const second = await submit(service, { prompt: see, mobile });
    await eventually(async () => expect(await statusOf(service, first)).toBe('cancelled'));
    expect(await devicesOf(service)).toMatchObject([{ state: 'busy' }]);
    expect(await statusOf(service, second)).toBe('queued');
    const { opened } = await phones.appium.journal();
    await phones.appium.letIn();
    await isHeld();
    expect(await phones.appium.journal()).toMatchObject({ opened: opened + 1, open: [] });
    await phones.appium.letIn();
    await eventually(async () => expect(await statusOf(service, second)).toBe('completed'));
  });
});

describe('an iOS build', () => {
  it('is chosen by its bundle for the phone that is there, and refused by name where there is none for it', async () => {
    const simulator = { name: 'sim', udid: 'D6F0C5A1-9B3E-4F0A-8C1D-2E7B5A9C4D10', labels: ['sim'] };
    const iphone = { name: 'iPhone', udid: '00008030-001A35E40CF1802E', labels: ['hand'], app: 'url' };
    const iphones = await startReplay(
      [simulator, iphone].map(({ udid }) => ({
        udid,
        platform: 'ios' as const,
        app: iosApp,
        isReal: udid === iphone.udid,
      })),
    );
    onTestFinished(() => iphones.close());
    const there = { platform: 'ios', server: iphones.url };
    const service = await phones.startWith({ ...simulator, ...there }, { ...iphone, ...there });
    const forDevice = await uploaded(service, deviceBuild);
    const forSimulator = await uploaded(service, simulatorBuild);
    const mobile = { bundleId: forDevice.bundleId };
    const account = 'See "Account"';
    const [onSimulator, onIphone] = [
      await service.run(account, { mobile, device: { labels: ['sim'] } }),
      await service.run(account, { mobile, device: { labels: ['hand'] } }),
    ];
    expect([onSimulator, onIphone].map(verdictOf)).toEqual(Array(2).fill('completed PASS'));
    expect([onSimulator, onIphone]).toMatchObject([{ appId: forSimulator.id }, { appId: forDevice.id }]);
    const wrong = await service.run(account, {
      mobile: { appId: forDevice.id },
      device: { labels: ['sim'] },
    });
    expect(wrong.error).toMatchObject({
      code: 'APP_NOT_FOR_DEVICE',
      message: expect.stringContaining(
        'no running worker has an iOS device with the label sim that is a real iPhone',
      ),
    });
  });
});

describe('a phone that two workers have', () => {
  it('is free again when the worker that had it is gone for longer than its claim', async () => {
    const database = await createTestDatabase();
    const service = await startTestService({
      database,
      settings: { GANTRY_DEVICES: await phones.listOf(large), GANTRY_BROWSER_SLOTS: '0' },
      execution: 'real',
    });
    await eventually(async () => expect(await devicesOf(service)).toHaveLength(1));
    const mobile = await android(service);
    await database.query(
      "update devices set claim_token = gen_random_uuid(), claimed_until = now() + interval '1 hour'",
    );
    const id = await submit(service, { prompt: see, mobile });
    expect(await devicesOf(service)).toMatchObject([{ state: 'busy', runId: null }]);
    await database.query("update devices set claimed_until = now() - interval '1 second'");
    await eventually(async () => expect(await statusOf(service, id)).toBe('completed'));
  });
});

describe('a phone that fails three sessions in a row', () => {
  it('rests and says why, gets no further run, and is tried again later', async () => {
    const database = await createTestDatabase();
    const service = await startTestService({
      database,
      settings: { GANTRY_DEVICES: await phones.listOf(broken), GANTRY_BROWSER_SLOTS: '0' },
      execution: 'real',
    });
    onTestFinished(() => phones.appium.refuse('R5CX', 'Could not find a connected Android device'));
    const mobile = await android(service);
    for (let failure = 1; failure <= 3; failure += 1) {
      const id = await submit(service, { prompt: see, mobile });
      await eventually(async () => expect(await statusOf(service, id)).toBe('failed'));
    }
    await eventually(async () =>
      expect(await devicesOf(service)).toMatchObject([
        {
          name: 'broken',
          state: 'resting',
          reason: expect.stringContaining('Could not find a connected Android device'),
          restsUntil: expect.any(String),
        },
      ]),
    );
    await phones.appium.refuse('R5CX', null);
    const waiting = await submit(service, { prompt: see, mobile });
    expect(await statusOf(service, waiting)).toBe('queued');
    await database.query('update devices set rests_until = now()');
    await eventually(async () => expect(await statusOf(service, waiting)).toBe('completed'));
    await eventually(async () =>
      expect(await devicesOf(service)).toMatchObject([{ state: 'free', reason: null }]),
    );
  });
});
