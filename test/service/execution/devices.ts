import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { viewsApp } from '../../engine/phones/replay/apps.ts';
import { type RunningReplay, startReplay } from '../../engine/phones/replay/graph.ts';
import { createTestFolder, type TestService } from '../../support/service.ts';
import { builds, uploaded } from '../../support/uploads.ts';
import { type RealService, startRealService } from './support.ts';

export const small = { name: 'emulator', udid: 'emulator-5554', version: '14', labels: ['emulated'] };
export const large = {
  name: 'Galaxy',
  udid: 'R5CT',
  version: '15.1',
  labels: ['lab', 'fast'],
  model: 'Galaxy S24',
};
export const broken = { name: 'broken', udid: 'R5CX', labels: ['broken'] };

export interface Phones {
  readonly appium: RunningReplay;
  /** A list of devices that has these. */
  listOf(...phones: Array<Record<string, unknown>>): Promise<string>;
  startWith(...phones: Array<Record<string, unknown>>): Promise<RealService>;
  /** The phones that have a session. */
  sessions(): Promise<string[]>;
}

/** Phones of one server, for all tests of a file. */
export function usePhones(): Phones {
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

  async function listOf(...phones: Array<Record<string, unknown>>): Promise<string> {
    const path = join(await createTestFolder(), 'devices.yaml');
    const devices = phones.map((phone) => ({ platform: 'android', server: appium.url, ...phone }));
    // JSON is YAML.
    await writeFile(path, JSON.stringify({ devices }));
    return path;
  }

  return {
    get appium() {
      return appium;
    },
    listOf,
    async startWith(...phones) {
      return startRealService({
        GANTRY_DEVICES: await listOf(...phones),
        GANTRY_BROWSER_SLOTS: '0',
        GANTRY_NO_DEVICE_GRACE_SECONDS: '2',
      });
    },
    async sessions() {
      return (await appium.phones()).flatMap(({ udid, session }) => (session === null ? [] : [udid]));
    },
  };
}

export async function android(service: TestService): Promise<{ appId: string }> {
  return { appId: (await uploaded(service, builds.android)).id };
}

export const see = 'See "LOGIN"';
export const stay = 'Wait up to 60 seconds for "Never"';

export async function devicesOf(service: TestService): Promise<Array<Record<string, unknown>>> {
  return (await service.call('GET', '/devices')).body.devices;
}

export async function submit(service: TestService, body: object): Promise<string> {
  const { status, body: run } = await service.call('POST', '/runs', body);
  expect(status).toBe(202);
  return run.id;
}

export async function statusOf(service: TestService, id: string): Promise<string> {
  return (await service.call('GET', `/runs/${id}`)).body.status;
}
