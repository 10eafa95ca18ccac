import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type RunningAppium, startAppium } from '../../engine/phones/appium-server.ts';
import { type CloudServer, startCloud } from '../../engine/phones/cloud-server.ts';
import { sha256 } from '../../engine/phones/support.ts';
import { createTestFolder, eventually } from '../../support/service.ts';
import { builds, uploaded } from '../../support/uploads.ts';
import { type RealService, startRealService, verdictOf } from './support.ts';

export const sentence = 'See "Sign in to your account"';

export interface CloudPlace {
  readonly appium: RunningAppium;
  readonly cloud: CloudServer;
  /** A run has ended before its session has. */
  said(script: RegExp): Promise<void>;
  /** A service whose only phone is one of that cloud. */
  onCloud(kind: string, path: string, more?: Record<string, unknown>): Promise<RealService>;
}

/** The storage of a cloud, and its phones, for all tests of a file. */
export function useCloud(): CloudPlace {
  let appium: RunningAppium;
  let cloud: CloudServer;
  beforeAll(async () => {
    [appium, cloud] = await Promise.all([startAppium(), startCloud()]);
  });
  beforeEach(() => {
    cloud.uploads.length = 0;
    cloud.refuse(null);
  });
  afterAll(async () => {
    await appium.close();
    await cloud.close();
  });
  return {
    get appium() {
      return appium;
    },
    get cloud() {
      return cloud;
    },
    said: (script) =>
      eventually(async () =>
        expect((await appium.journal()).commands.some((one) => script.test(one))).toBe(true),
      ),
    async onCloud(kind, path, more = {}) {
      const file = join(await createTestFolder(), 'devices.yaml');
      const entry = {
        name: 'Pixel',
        kind,
        platform: 'android',
        server: appium.url,
        username: 'user',
        accessKey: 'secret-key',
        uploadUrl: `${cloud.url}${path}`,
        ...more,
      };
      // JSON is YAML.
      await writeFile(file, JSON.stringify({ devices: [entry] }));
      return startRealService({
        GANTRY_DEVICES: file,
        GANTRY_BROWSER_SLOTS: '0',
        GANTRY_ASSERT_TIMEOUT_SECONDS: '1',
        GANTRY_NO_DEVICE_GRACE_SECONDS: '2',
      });
    },
  };
}

export interface CloudExample {
  kind: string;
  path: string;
  form: object;
  reference: string;
  options: object;
  page: RegExp;
  passed: RegExp;
  failed: RegExp;
}

export async function expectRunsOnCloud(place: CloudPlace, example: CloudExample): Promise<void> {
  const { kind, path, form, reference, options, page, passed, failed } = example;
  const service = await place.onCloud(kind, path);
  const app = await uploaded(service, builds.android);
  const mobile = { appId: app.id };
  const good = await service.run(sentence, { mobile });
  expect(verdictOf(good)).toBe('completed PASS');
  expect(good).toMatchObject({ deviceSessionUrl: expect.stringMatching(page) });
  expect(place.cloud.uploads).toEqual([
    {
      path,
      ...form,
      filename: 'ApiDemos-debug.apk',
      sha256: sha256(await builds.android.bytes()),
      hasLength: true,
    },
  ]);
  const session = (await place.appium.journal()).clouds.at(-1);
  expect(session).toMatchObject({ app: reference, options });
  expect(JSON.stringify(session)).toContain(good.id);
  await place.said(passed);

  const bad = await service.run('See "Never"', { mobile });
  expect(verdictOf(bad)).toBe('completed FAILED');
  await place.said(failed);
  expect(place.cloud.uploads).toHaveLength(1);
  await eventually(async () => expect((await place.appium.journal()).open).toEqual([]));
  expect(JSON.stringify((await place.appium.journal()).clouds)).not.toContain('secret-key');
}
