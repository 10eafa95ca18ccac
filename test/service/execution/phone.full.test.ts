import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningAppium, startAppium } from '../../engine/phones/appium-server.ts';
import { tarGzOf } from '../../engine/phones/support.ts';
import { deviceBuild, uploaded } from '../../support/uploads.ts';
import { startRealService, verdictOf } from './support.ts';

let appium: RunningAppium;
beforeAll(async () => {
  appium = await startAppium();
});
afterAll(() => appium.close());

const plist = `<?xml version="1.0"?><plist version="1.0"><dict>
  <key>CFBundleIdentifier</key><string>com.example.shop</string></dict></plist>`;
const platformOfDevice =
  '<key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array></dict>';
const shopInTar = tarGzOf([
  { name: 'Shop.app/Info.plist', content: plist },
  { name: 'Shop.app/Shop', content: 'code' },
]);

describe('a run on a phone', () => {
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

  it('gets a build for real iPhones as an .ipa: as it was uploaded, or made of what was', async () => {
    const service = await startRealService({
      GANTRY_APPIUM_URL: `${appium.url};platform=ios`,
      GANTRY_APPIUM_APP: 'url',
      GANTRY_APPIUM_CAPABILITIES: '{"isRealPhone": true}',
      GANTRY_BROWSER_SLOTS: '0',
    });
    const bytes = await deviceBuild.bytes();
    const bare = {
      filename: 'Shop.app.tar.gz',
      bytes: () =>
        tarGzOf([
          { name: 'Shop.app/Info.plist', content: plist.replace('</dict>', platformOfDevice) },
          { name: 'Shop.app/Shop', content: 'code' },
        ]),
    };
    for (const [build, address] of [
      [deviceBuild, /\/storage\/apps\/.*filename=app\.ipa/],
      [bare, /\/storage\/runs\/.*filename=app\.ipa/],
    ] as const) {
      const app = await uploaded(service, build);
      expect(app.builtFor).toBe('device');
      const run = await service.run('See "Sign in to your account"', { mobile: { appId: app.id } });
      expect(run.error).toBeNull();
      const { app: given, sha256 } = (await appium.journal()).apps.at(-1) ?? {};
      expect(given).toMatch(address);
      if (build === deviceBuild) expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });
});
