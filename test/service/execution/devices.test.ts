import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { iosApp, viewsApp } from '../../engine/phones/replay/apps.ts';
import { type RunningReplay, startReplay } from '../../engine/phones/replay/graph.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createTestFolder, eventually, startTestService, type TestService } from '../../support/service.ts';
import { builds, deviceBuild, simulatorBuild, uploaded } from '../../support/uploads.ts';
import { type RealService, startRealService, verdictOf } from './support.ts';

let appium: RunningReplay;
beforeAll(async () => {
  appium = await startReplay([
    { udid: 'emulator-5554', platform: 'android', app: viewsApp },
    { udid: 'R5CT', platform: 'android', app: viewsApp },
    {
      udid: 'R5CX',
      platform: 'android',
      app: viewsApp,
      refuses: 'Could not find a connected Android device',
    },
  ]);
});
afterAll(() => appium.close());

const small = { name: 'emulator', udid: 'emulator-5554', version: '14', labels: ['emulated'] };
const large = { name: 'Galaxy', udid: 'R5CT', version: '15.1', labels: ['lab', 'fast'], model: 'Galaxy S24' };
const broken = { name: 'broken', udid: 'R5CX', labels: ['broken'] };

async function listOf(...phones: Array<Record<string, unknown>>): Promise<string> {
  const path = join(await createTestFolder(), 'devices.yaml');
  const devices = phones.map((phone) => ({ platform: 'android', server: appium.url, ...phone }));
  // JSON is YAML.
  await writeFile(path, JSON.stringify({ devices }));
  return path;
}

async function startWith(...phones: Array<Record<string, unknown>>): Promise<RealService> {
  return startRealService({
    GANTRY_DEVICES: await listOf(...phones),
    GANTRY_BROWSER_SLOTS: '0',
    GANTRY_NO_DEVICE_GRACE_SECONDS: '2',
  });
}

async function android(service: TestService): Promise<{ appId: string }> {
  return { appId: (await uploaded(service, builds.android)).id };
}

const see = 'See "LOGIN"';
const stay = 'Wait up to 60 seconds for "Never"';

async function devicesOf(service: TestService): Promise<Array<Record<string, unknown>>> {
  return (await service.call('GET', '/devices')).body.devices;
}

async function sessions(): Promise<string[]> {
  return (await appium.phones()).flatMap(({ udid, session }) => (session === null ? [] : [udid]));
}

async function submit(service: TestService, body: object): Promise<string> {
  const { status, body: run } = await service.call('POST', '/runs', body);
  expect(status).toBe(202);
  return run.id;
}

async function statusOf(service: TestService, id: string): Promise<string> {
  return (await service.call('GET', `/runs/${id}`)).body.status;
}

describe('phones of one server', () => {
  it('each have a run at the same time, and none ends the session of another', async () => {
    const service = await startWith(small, large);
    const mobile = await android(service);
    const runs = await Promise.all([1, 2, 3, 4].map(() => service.run(see, { mobile })));
    expect(runs.map(verdictOf)).toEqual(Array(4).fill('completed PASS'));
    const held = [
      await submit(service, { prompt: stay, mobile }),
      await submit(service, { prompt: stay, mobile }),
    ];
    await eventually(async () => expect((await sessions()).sort()).toEqual(['R5CT', 'emulator-5554']));
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
    expect(await sessions()).toEqual([]);
  });

  it('are chosen by version and labels, of the call, the test and the group, and waited for while they are busy', async () => {
    const service = await startWith(small, large);
    const mobile = await android(service);
    const fast = { labels: ['fast'] };
    const first = await submit(service, { prompt: stay, mobile, device: { version: '15', ...fast } });
    await eventually(async () => expect(await sessions()).toEqual(['R5CT']));
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

  it('that nobody has are named in the end of a run that asked for them', async () => {
    const service = await startWith(small, large);
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
    const service = await startWith({ ...large, capabilities: { isHeld: true } });
    const mobile = await android(service);
    const first = await submit(service, { prompt: see, mobile });
    const isHeld = () => eventually(async () => expect((await appium.journal()).held).toBe(1));
    await isHeld();
    await service.call('POST', `/runs/${first}/cancel`);
    const second = await submit(service, { prompt: see, mobile });
    await eventually(async () => expect(await statusOf(service, first)).toBe('cancelled'));
    expect(await devicesOf(service)).toMatchObject([{ state: 'busy' }]);
    expect(await statusOf(service, second)).toBe('queued');
    const { opened } = await appium.journal();
    await appium.letIn();
    await isHeld();
    expect(await appium.journal()).toMatchObject({ opened: opened + 1, open: [] });
    await appium.letIn();
    await eventually(async () => expect(await statusOf(service, second)).toBe('completed'));
  });
});

describe('an iOS build', () => {
  it('is chosen by its bundle for the phone that is there, and refused by name where there is none for it', async () => {
    const simulator = { name: 'sim', udid: 'D6F0C5A1-9B3E-4F0A-8C1D-2E7B5A9C4D10', labels: ['sim'] };
    const iphone = { name: 'iPhone', udid: '00008030-001A35E40CF1802E', labels: ['hand'], app: 'url' };
    const phones = await startReplay(
      [simulator, iphone].map(({ udid }) => ({
        udid,
        platform: 'ios' as const,
        app: iosApp,
        isReal: udid === iphone.udid,
      })),
    );
    onTestFinished(() => phones.close());
    const there = { platform: 'ios', server: phones.url };
    const service = await startWith({ ...simulator, ...there }, { ...iphone, ...there });
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
  it('is never given to two runs at once', async () => {
    const [database, dataDir] = [await createTestDatabase(), await createTestFolder()];
    const settings = {
      GANTRY_DEVICES: await listOf(large),
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

  it('is free again when the worker that had it is gone for longer than its claim', async () => {
    const database = await createTestDatabase();
    const service = await startTestService({
      database,
      settings: { GANTRY_DEVICES: await listOf(large), GANTRY_BROWSER_SLOTS: '0' },
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
      settings: { GANTRY_DEVICES: await listOf(broken), GANTRY_BROWSER_SLOTS: '0' },
      execution: 'real',
    });
    onTestFinished(() => appium.refuse('R5CX', 'Could not find a connected Android device'));
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
    await appium.refuse('R5CX', null);
    const waiting = await submit(service, { prompt: see, mobile });
    expect(await statusOf(service, waiting)).toBe('queued');
    await database.query('update devices set rests_until = now()');
    await eventually(async () => expect(await statusOf(service, waiting)).toBe('completed'));
    await eventually(async () =>
      expect(await devicesOf(service)).toMatchObject([{ state: 'free', reason: null }]),
    );
  });
});
