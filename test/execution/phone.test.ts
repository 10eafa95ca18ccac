import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningAppium, startAppium } from '../devices/mobile/appium-server.ts';
import { tarGzOf } from '../devices/mobile/support.ts';
import { builds, uploaded } from '../support/uploads.ts';
import { startRealService, verdictOf } from './support.ts';

let appium: RunningAppium;
beforeAll(async () => {
  appium = await startAppium();
});
afterAll(() => appium.close());

const plist = `<?xml version="1.0"?><plist version="1.0"><dict>
  <key>CFBundleIdentifier</key><string>com.example.shop</string></dict></plist>`;
const shopInTar = tarGzOf([
  { name: 'Shop.app/Info.plist', content: plist },
  { name: 'Shop.app/Shop', content: 'code' },
]);

const signIn = [
  'Type "alice" into "Username"',
  'Type "{{password}}" into "Password"',
  'Tap "Sign in"',
  'See "Welcome, alice"',
];

describe('a run on a phone', () => {
  it('installs the app that it names, carries out its sentences, and ends with a verdict and pictures', async () => {
    const service = await startRealService({
      GANTRY_APPIUM_URL: `${appium.url};slots=2`,
      GANTRY_BROWSER_SLOTS: '0',
    });
    await service.call('PUT', `/projects/${service.projectId}/variables/password`, {
      value: 'wonderland',
      secret: true,
    });
    const app = await uploaded(service, builds.android);
    const mobile = { appId: app.id };
    const good = await service.run(signIn.join('. '), { mobile });
    expect(good).toMatchObject({ platform: 'android', appId: app.id, error: null });
    expect(verdictOf(good)).toBe('completed PASS');
    expect(good.output.steps).toHaveLength(4);
    expect(JSON.stringify(good)).not.toContain('wonderland');
    const [picture = ''] = good.output.screenshots;
    const png = Buffer.from(await (await fetch(picture)).arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const bad = await service.run([...signIn, 'See "Your basket is empty"'].join('. '), { mobile });
    expect(verdictOf(bad)).toBe('completed FAILED');
    expect(bad.output.issues[0]).toMatchObject({
      type: 'issue',
      expectedBehavior: expect.stringContaining('basket'),
    });
    const { apps, open } = await appium.journal();
    expect(open).toEqual([]);
    expect(apps.at(-1)?.sha256).toBe(
      createHash('sha256')
        .update(await builds.android.bytes())
        .digest('hex'),
    );
  });

  it('gets an iOS app that came as tar.gz by an address, as the zip that Appium takes', async () => {
    const service = await startRealService({
      GANTRY_APPIUM_URL: `${appium.url};platform=ios`,
      GANTRY_APPIUM_APP: 'url',
      GANTRY_BROWSER_SLOTS: '0',
    });
    const app = await uploaded(service, { filename: 'Shop.app.tar.gz', bytes: () => shopInTar });
    const run = await service.run('See "Sign in to your account"', { mobile: { bundleId: app.bundleId } });
    expect(run.error).toBeNull();
    expect(verdictOf(run)).toBe('completed PASS');
    expect((await appium.journal()).apps.at(-1)?.app).toMatch(/^http:.*\/storage\/runs\//);
  });

  it('on a server that is not there ends as failed, without a verdict', async () => {
    const service = await startRealService({
      GANTRY_APPIUM_URL: 'http://127.0.0.1:1',
      GANTRY_BROWSER_SLOTS: '0',
    });
    const app = await uploaded(service, builds.ios);
    const run = await service.run('See "a"', { mobile: { appId: app.id } });
    expect(verdictOf(run)).toBe('failed APPIUM_UNREACHABLE');
  });
});
