import { getDefaultResultOrder } from 'node:dns';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { examineAppium } from '../../../src/engine/phones/appium-report.ts';
import { createAppiumPool } from '../../../src/engine/phones/mobile-pool.ts';
import { parseAppiumServers, parseCapabilities } from '../../../src/engine/phones/servers.ts';
import { eventually } from '../../support/service.ts';
import { type RunningAppium, startAppium } from './appium-server.ts';
import {
  act,
  apk,
  appFile,
  appTarGz,
  appZip,
  createPhones,
  log,
  never,
  request,
  servedApp,
  sha256,
  withPrepared,
  zipOf,
} from './support.ts';

let appium: RunningAppium;
let place: Awaited<ReturnType<typeof withPrepared>>;

beforeAll(async () => {
  [appium, place] = await Promise.all([startAppium(), withPrepared()]);
});
afterAll(async () => {
  await appium.close();
  await place.remove();
});

function poolOn(
  url: string,
  capabilities = '{}',
  appDelivery: 'auto' | 'url' | 'file' = 'auto',
  openMs = 20_000,
  phone: { isReal?: boolean; phoneName?: string } = {},
) {
  const [server] = parseAppiumServers(url);
  if (server === undefined) throw new TypeError('no server');
  return createPhones({
    server,
    capabilities: parseCapabilities(capabilities),
    appDelivery,
    prepared: place.prepared,
    log,
    times: { openMs, commandMs: 20_000, closeMs: 5_000 },
    ...phone,
  });
}

const noSessions = () => eventually(async () => expect((await appium.journal()).open).toEqual([]));

it('hands the app over as a file on the same machine, byte for byte', async () => {
  const bytes = await apk();
  const device = await poolOn(appium.url).open(request('android', appFile('shop.apk', bytes)), never);
  await device.close();
  expect((await appium.journal()).apps.at(-1)).toMatchObject({ sha256: sha256(bytes), size: bytes.length });
});

it('hands an app that the driver opens by itself over as its own address', async () => {
  const bytes = await appZip();
  const served = await servedApp('Shop.app.zip', bytes);
  const device = await poolOn(appium.url, '{}', 'url').open(request('ios', served.app), never);
  await device.close();
  const { app, sha256: hash } = (await appium.journal()).apps.at(-1) ?? {};
  expect(app).toMatch(/Shop\.app\.zip\?filename=app\.zip$/);
  expect(hash).toBe(sha256(bytes));
  await served.close();
});

it.each([
  ['ios', 'Shop.app.tar.gz', appTarGz, /shared\.zip$/],
  ['android', 'bundle.zip', async () => zipOf({ 'build/shop.apk': await apk() }), /shared\.apk$/],
] as const)('shares for %s what it has made of %s', async (platform, filename, make, address) => {
  const served = await servedApp(filename, await make());
  const device = await poolOn(appium.url, '{}', 'url').open(request(platform, served.app), never);
  await device.close();
  expect((await appium.journal()).apps.at(-1)?.app).toMatch(address);
  await served.close();
});

const realPhone = '{"isRealPhone": true}';
const inPayload = () => zipOf({ 'Payload/Shop.app/Info.plist': '<plist/>', 'Payload/Shop.app/Shop': 'code' });

it.each(['url', 'file'] as const)(
  'hands a real iPhone an .ipa by %s, whatever was uploaded, and a simulator a zip',
  async (appDelivery) => {
    for (const [filename, folder, make] of [
      ['Shop.app.zip', 'Shop.app', appZip],
      ['Shop.tgz', 'Shop.app', appTarGz],
      ['Shop.ipa', 'Payload/Shop.app', inPayload],
      ['artifact.zip', 'Payload/Shop.app', inPayload],
    ] as const) {
      for (const isReal of [true, false]) {
        const served = await servedApp(filename, await make(), { folder });
        const capabilities = isReal ? realPhone : '{}';
        const pool = poolOn(appium.url, capabilities, appDelivery, undefined, { isReal });
        const device = await pool.open(request('ios', served.app), never);
        await device.close();
        expect((await appium.journal()).apps.at(-1)?.app).toMatch(isReal ? /\.ipa$/ : /\.zip$/);
        await served.close();
      }
    }
  },
);

it('lets the build decide where nobody has said what the iPhone is', async () => {
  for (const builtFor of ['device', 'simulator', null] as const) {
    const served = await servedApp('Shop.zip', await appZip(), { builtFor });
    const capabilities = builtFor === 'device' ? realPhone : '{}';
    const device = await poolOn(appium.url, capabilities, 'url').open(request('ios', served.app), never);
    await device.close();
    const { app } = (await appium.journal()).apps.at(-1) ?? {};
    expect(app).toMatch(builtFor === 'device' ? /shared\.ipa$/ : /filename=app\.zip$/);
    await served.close();
  }
});

it('refuses the build of the other kind by name, before it asks for a phone', async () => {
  const { opened } = await appium.journal();
  const open = async (isReal: boolean, facts: object, phoneName?: string) =>
    poolOn(appium.url, '{}', 'url', undefined, {
      isReal,
      ...(phoneName !== undefined && { phoneName }),
    }).open(request('ios', { ...appFile('Shop.zip', await appZip()), ...facts }), never);
  await expect(open(true, { builtFor: 'simulator' }, 'desk 4')).rejects.toMatchObject({
    code: 'APP_NOT_FOR_DEVICE',
    message:
      'Shop 1.2 is built for the iOS simulator, but the phone "desk 4" is a real iPhone: upload the .ipa of a device build.',
  });
  await expect(open(false, { builtFor: 'device' })).rejects.toMatchObject({
    code: 'APP_NOT_FOR_DEVICE',
    message: expect.stringMatching(/is built for real devices, but the phone of http.* is an iOS simulator/),
  });
  await expect(open(true, { folder: null })).rejects.toMatchObject({
    code: 'APP_NOT_FOR_DEVICE',
    message: expect.stringContaining('upload it again'),
  });
  expect((await appium.journal()).opened).toBe(opened);
});

it('lets the capabilities of the operator win, those of the platform over those of all', async () => {
  const pool = poolOn(appium.url, '{"refuseWith": "first", "ios": {"appium:refuseWith": "second"}}');
  await expect(pool.open(request('ios', appFile('Shop.zip', await appZip())), never)).rejects.toThrow(
    'second',
  );
});

it('says APPIUM_UNREACHABLE where nobody listens', async () => {
  const app = appFile('shop.apk', await apk());
  await expect(poolOn('http://127.0.0.1:1').open(request('android', app), never)).rejects.toMatchObject({
    name: 'ExecutionFailure',
    code: 'APPIUM_UNREACHABLE',
  });
});

it('says NO_DEVICE_SESSION with the reason of a server that has no phone, or that is none', async () => {
  const app = appFile('shop.apk', await apk());
  const refusing = poolOn(appium.url, '{"refuseWith": "No phone is connected\\nstack"}');
  await expect(refusing.open(request('android', app), never)).rejects.toMatchObject({
    code: 'NO_DEVICE_SESSION',
    message: expect.stringContaining('No phone is connected'),
  });
  await expect(poolOn(`${appium.url}/wrong/path`).open(request('android', app), never)).rejects.toMatchObject(
    {
      code: 'NO_DEVICE_SESSION',
    },
  );
  const silent = poolOn(appium.url, '{"openDelayMs": 1000}', 'auto', 200);
  await expect(silent.open(request('android', app), never)).rejects.toMatchObject({
    code: 'NO_DEVICE_SESSION',
    message: expect.stringContaining('within 0 seconds'),
  });
  await silent.close();
  await noSessions();
});

it('says APP_NOT_INSTALLED where the phone refuses the app, and where there is none', async () => {
  const pool = poolOn(appium.url);
  const wrong = appFile('shop.apk', await zipOf({ 'readme.txt': 'no app' }));
  await expect(pool.open(request('android', wrong), never)).rejects.toMatchObject({
    code: 'APP_NOT_INSTALLED',
  });
  await expect(pool.open(request('android', null), never)).rejects.toMatchObject({
    code: 'APP_NOT_INSTALLED',
  });
});

it('refuses a platform that the server is not for', async () => {
  const pool = poolOn(`${appium.url};platform=ios;kind=grid;slots=3`);
  await expect(pool.open(request('android', null), never)).rejects.toMatchObject({
    code: 'NO_DEVICE_SESSION',
  });
});

it('ends a session that opens after its run was aborted, and waits for that when it closes', async () => {
  const run = new AbortController();
  const pool = poolOn(appium.url, '{"isHeld": true}');
  const { opened } = await appium.journal();
  const opening = pool.open(request('android', appFile('shop.apk', await apk())), run.signal);
  opening.catch(() => undefined);
  await eventually(async () => expect((await appium.journal()).held).toBe(1));
  run.abort(new Error('cancelled'));
  await expect(opening).rejects.toThrow('cancelled');
  await appium.letIn();
  await pool.close();
  const journal = await appium.journal();
  expect(journal.opened).toBe(opened + 1);
  expect(journal.open).toEqual([]);
});

it('says DEVICE_LOST at every call once the session is gone', async () => {
  const device = await poolOn(appium.url).open(request('android', appFile('shop.apk', await apk())), never);
  const [sessionId] = (await appium.journal()).open;
  await fetch(`${appium.url}/session/${sessionId}`, { method: 'DELETE' });
  for (const call of [
    () => device.scene(never),
    () => device.snapshot(never),
    () => device.screenshot(never),
    () => act(device, 'click', { target: { name: 'Sign in' } }),
    () => act(device, 'back'),
  ]) {
    await expect(call()).rejects.toMatchObject({ name: 'ExecutionFailure', code: 'DEVICE_LOST' });
  }
  await device.close();
});

it('speaks the protocol with a driver that is not ours, and calls what it refuses the fault of the driver', async () => {
  const app = join(place.folder, 'fake-app.xml');
  const frame = 'enabled="true" visible="true" x="0" y="0" width="100" height="200"';
  await writeFile(
    app,
    `<AppiumAUT><XCUIElementTypeApplication name="Fake" ${frame}><XCUIElementTypeButton name="Hello" label="Hello" ${frame}/></XCUIElementTypeApplication></AppiumAUT>`,
  );
  const fake = JSON.stringify({ platformName: 'Fake', automationName: 'Fake', deviceName: 'Fake' });
  const [server] = parseAppiumServers(appium.url);
  if (server === undefined) throw new TypeError('no server');
  const pool = createAppiumPool({ server, capabilities: parseCapabilities(fake), log });
  const given = { name: 'Fake', bundleId: null, source: app };
  const device = await pool.open({ ...request('ios', null), app: given }, never);
  expect(await device.snapshot(never)).toContain('button "Hello"');
  expect((await device.screenshot(never)).subarray(1, 4).toString()).toBe('PNG');
  expect(await act(device, 'click', { target: { name: 'hello' } })).toBe('Tapped on the button "Hello".');
  await expect(act(device, 'back')).rejects.toMatchObject({
    name: 'ExecutionFailure',
    code: 'DEVICE_REFUSED',
  });
  await device.close();
});

it('changes neither the environment nor how the process resolves names, and writes nothing to the console', async () => {
  const before = { env: { ...process.env }, order: getDefaultResultOrder() };
  const lines = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level));
  const device = await poolOn(appium.url).open(request('android', appFile('shop.apk', await apk())), never);
  await device.snapshot(never);
  await device.close();
  expect({ env: { ...process.env }, order: getDefaultResultOrder() }).toEqual(before);
  for (const line of lines) expect(line).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it('tells an operator how a server is, and what to do', async () => {
  const [well] = parseAppiumServers(appium.url);
  const [wrongPath] = parseAppiumServers(`${appium.url}/wd/hub`);
  const [nobody] = parseAppiumServers('http://127.0.0.1:1');
  const deaf = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => deaf.once('listening', resolve));
  const address = deaf.address();
  const [silent] = parseAppiumServers(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  if (!well || !wrongPath || !nobody || !silent) throw new TypeError('no server');
  expect(await examineAppium(well)).toEqual({ ok: true, version: '3.8.0', advice: null });
  expect(await examineAppium(wrongPath)).toMatchObject({
    ok: false,
    advice: expect.stringContaining('--base-path'),
  });
  expect(await examineAppium(nobody)).toMatchObject({
    ok: false,
    advice: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await examineAppium(silent, 200)).toMatchObject({
    ok: false,
    advice: expect.stringContaining('no answer in time'),
  });
  deaf.close();
});

it('says DEVICE_LOST when the server dies during a run, and closes all the same', async () => {
  const own = await startAppium();
  const device = await poolOn(own.url).open(request('android', appFile('shop.apk', await apk())), never);
  await own.kill();
  await expect(device.scene(never)).rejects.toMatchObject({ code: 'DEVICE_LOST' });
  await expect(device.scene(never)).rejects.toMatchObject({ code: 'DEVICE_LOST' });
  await device.close();
  await own.close();
});
