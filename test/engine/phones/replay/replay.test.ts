import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appZip } from '../support.ts';
import { iosApp, viewsApp } from './apps.ts';
import { type RunningReplay, startReplay } from './graph.ts';

let appium: RunningReplay;
beforeAll(async () => {
  appium = await startReplay([
    { udid: 'emulator-5554', platform: 'android', app: viewsApp, model: 'sdk_gphone64_arm64', version: '15' },
    { udid: 'R5CT', platform: 'android', app: viewsApp },
    { udid: 'SIM-1', platform: 'ios', app: iosApp, name: 'iPhone 16 Pro', version: '18.5' },
    { udid: 'REAL-1', platform: 'ios', app: iosApp, isReal: true },
  ]);
});
afterAll(() => appium.close());

interface Answer {
  sessionId?: string;
  capabilities?: Record<string, unknown>;
  error?: string;
  message?: string;
}

async function wire<Value>(method: string, path: string, body?: object): Promise<Value> {
  const answer = await fetch(appium.url + path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  return ((await answer.json()) as { value: Value }).value;
}

async function open(platformName: 'Android' | 'iOS', caps: Record<string, unknown> = {}) {
  const automationName = platformName === 'iOS' ? 'XCUITest' : 'UiAutomator2';
  const named = Object.entries({ automationName, ...caps }).map(([name, value]) => [`appium:${name}`, value]);
  const alwaysMatch = { platformName, ...Object.fromEntries(named) };
  const answer = await wire<Answer>('POST', '/session', { capabilities: { alwaysMatch, firstMatch: [{}] } });
  const place = `/session/${answer.sessionId}`;
  return {
    ...answer,
    source: () => wire<string & Answer>('GET', `${place}/source`),
    tap: (x: number, y: number) =>
      wire('POST', `${place}/actions`, {
        actions: [
          {
            type: 'pointer',
            id: 'finger',
            parameters: { pointerType: 'touch' },
            actions: [
              { type: 'pointerMove', duration: 0, x, y },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      }),
    script: <Value>(script: string, input: object = {}) =>
      wire<Value>('POST', `${place}/execute/sync`, { script, args: [input] }),
    call: <Value>(method: string, path: string, body?: object) => wire<Value>(method, place + path, body),
    close: () => wire('DELETE', place),
  };
}

describe('sessions', () => {
  it('get the first phone without a udid, and end the session that was there', async () => {
    const first = await open('Android');
    expect(first.capabilities).toMatchObject({
      udid: 'emulator-5554',
      deviceModel: 'sdk_gphone64_arm64',
      platformVersion: '15',
    });
    const second = await open('Android');
    expect(await first.source()).toMatchObject({ error: 'invalid session id' });
    expect(await second.source()).toContain('LOGIN');
    await second.close();
  });

  it('live side by side on phones that are told apart, unless their ports clash', async () => {
    const one = await open('Android', { udid: 'emulator-5554', systemPort: 8201 });
    const clash = await open('Android', { udid: 'R5CT', systemPort: 8201 });
    expect(clash.message).toContain('local port #8201 is busy');
    const other = await open('Android', { udid: 'R5CT', systemPort: 8202 });
    expect(await one.source()).toContain('LOGIN');
    expect((await appium.phones()).map(({ session }) => session !== null)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await Promise.all([one.close(), other.close()]);
    await (await open('Android', { udid: 'R5CT', systemPort: 8201 })).close();
  });

  it('are refused for phones that are not there or do not answer', async () => {
    expect((await open('Android', { udid: 'gone' })).message).toContain(
      'Device gone was not in the list of connected devices',
    );
    await appium.refuse('R5CT', 'The instrumentation process cannot be initialized');
    expect((await open('Android', { udid: 'R5CT' })).message).toContain('instrumentation process');
    await appium.refuse('R5CT', null);
    await (await open('Android', { udid: 'R5CT' })).close();
  });
});

describe('screens', () => {
  it('lead to others by a tap, keep what is typed, and hide the names that tests give to elements', async () => {
    const session = await open('Android');
    expect(await session.source()).not.toContain(' as="');
    const [[, elementId]] = Object.entries(
      await session.call<Record<string, string>>('POST', '/element', {
        using: '-android uiautomator',
        value: 'new UiSelector().resourceId("com.example.app:id/email")',
      }),
    ) as [[string, string]];
    await session.call('POST', `/element/${elementId}/value`, { text: 'ada@example.com' });
    expect(await session.source()).toContain('text="ada@example.com"');
    await session.tap(500, 1_250);
    expect(await session.source()).not.toContain('LOGIN');
    expect(await session.call('GET', `/element/${elementId}/rect`)).toMatchObject({
      error: 'stale element reference',
    });
    await session.close();
  });

  it('of Android name the package in front, and an app that crashed is gone from memory', async () => {
    const session = await open('Android');
    const state = () => session.script<number>('mobile: queryAppState', { appId: 'com.example.app' });
    expect(await state()).toBe(4);
    await session.script('mobile: pressKey', { keycode: 3 });
    expect(await state()).toBe(3);
    await session.script('mobile: activateApp', { appId: 'com.example.app' });
    expect(await state()).toBe(4);
    await session.tap(200, 1_070);
    expect(await state()).toBe(1);
    expect(await session.source()).toContain('nexuslauncher');
    const lines = await session.call<Array<{ message: string }>>('POST', '/se/log', { type: 'logcat' });
    expect(lines.map(({ message }) => message).join('\n')).toContain('FATAL EXCEPTION: main');
    await session.close();
  });
});

describe('an iPhone', () => {
  it('keeps its alerts out of the hierarchy, unless it is told otherwise', async () => {
    const session = await open('iOS', { udid: 'SIM-1' });
    await session.tap(40, 60);
    expect(await session.source()).not.toContain('Would Like');
    expect(await session.call('GET', '/alert/text')).toContain('Would Like to Access Your Contacts');
    expect(await session.script('mobile: alert', { action: 'getButtons' })).toEqual(['Don’t Allow', 'Allow']);
    await session.call('POST', '/appium/settings', { settings: { respectSystemAlerts: true } });
    expect(await session.source()).toContain('XCUIElementTypeAlert');
    await session.script('mobile: alert', { action: 'accept', buttonLabel: 'Allow' });
    expect(await session.source()).toContain('bundleId="com.example.app"');
    expect((await appium.phones()).find(({ udid }) => udid === 'SIM-1')?.screen).toBe('contacts');
    await session.close();
  });

  it('refuses everything but pictures when its app has crashed, and shows its home screen when it was ended', async () => {
    const session = await open('iOS', { udid: 'SIM-1' });
    await session.tap(100, 510);
    expect(await session.source()).toMatchObject({
      error: 'invalid element state',
      message: expect.stringContaining('is not running, possibly crashed'),
    });
    expect(await session.call('GET', '/screenshot')).toMatch(/^iVBOR/);
    expect(await session.script('mobile: queryAppState', { bundleId: 'com.example.app' })).toBe(1);
    await session.script('mobile: terminateApp', { bundleId: 'com.example.app' });
    expect(await session.source()).toContain('bundleId="com.apple.springboard"');
    await session.close();
  });

  it('takes no zip by its name if it is a real one', async () => {
    const bytes = await appZip();
    const server = createServer((_request, response) =>
      response.setHeader('content-disposition', 'attachment; filename="app.zip"').end(bytes),
    ).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}/app.zip`;
    expect((await open('iOS', { udid: 'REAL-1', app })).message).toContain(
      'The remote archive does not contain any valid .ipa applications',
    );
    await (await open('iOS', { udid: 'SIM-1', app })).close();
    server.close();
  });

  it('records its screen on request', async () => {
    const session = await open('iOS', { udid: 'SIM-1' });
    await session.call('POST', '/appium/start_recording_screen', { options: { timeLimit: 60 } });
    expect((await appium.phones())[2]?.isRecording).toBe(true);
    const video = await session.call<string>('POST', '/appium/stop_recording_screen', {});
    expect(Buffer.from(video, 'base64').toString('latin1', 4, 8)).toBe('ftyp');
    await session.close();
  });
});
