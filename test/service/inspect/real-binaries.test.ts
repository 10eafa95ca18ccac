import { describe, expect, it } from 'vitest';
import { openZip } from '../../../src/service/inspect/zip.ts';
import { buildZip } from '../../support/zip-writer.ts';
import { buildTarGz, countingSource, inspect, packageVersion, realBinaries } from './sources.ts';

const testApp = {
  platform: 'ios',
  bundleId: 'io.appium.TestApp',
  appVersion: '1.0',
  buildVersion: '1.0',
  builtFor: 'simulator',
  architectures: ['i386'],
};
const helloActivity = {
  platform: 'android',
  bundleId: 'com.example.android.helloactivity',
  appVersion: 'IceCreamSandwich-eng.hackbod.20110809.163451',
  buildVersion: '13',
};

describe('builds as their makers published them', () => {
  it('an APK of today: ApiDemos carries the version of its package', async () => {
    expect(await inspect(realBinaries.apiDemos5(), 'apk')).toMatchObject({
      platform: 'android',
      bundleId: 'io.appium.android.apis',
      appVersion: packageVersion('android-apidemos'),
      buildVersion: '25',
    });
  });

  it('an APK whose manifest declares no version has null versions, also when it is named .zip', async () => {
    const expected = {
      platform: 'android',
      bundleId: 'io.appium.android.apis',
      appVersion: null,
      buildVersion: null,
    };
    expect(await inspect(realBinaries.apiDemos1(), 'apk')).toMatchObject(expected);
    expect(await inspect(realBinaries.apiDemos1(), 'zip')).toMatchObject(expected);
  });

  it('an APK with UTF-16 strings, made by the tools of 2011', async () => {
    expect(await inspect(realBinaries.helloActivity(), 'apk')).toMatchObject(helloActivity);
  });

  it('the settings app carries the version of its package', async () => {
    const info = await inspect(realBinaries.appiumSettings(), 'apk');
    expect(info).toMatchObject({
      bundleId: 'io.appium.settings',
      appVersion: packageVersion('io.appium.settings'),
    });
    expect(info.buildVersion).toBe('192');
  });

  it('a zipped .app with a binary Info.plist', async () => {
    expect(await inspect(realBinaries.iosTestApp(), 'zip')).toMatchObject(testApp);
  });
});

describe('the same builds, packed in other ways', () => {
  it.each([
    ['at the root', ''],
    ['in a .app folder', 'TestApp.app/'],
    ['in a .app folder, with ./ before its name', './TestApp.app/'],
    ['in a folder that was renamed', 'TestApp/'],
    ['one folder down', 'build output/TestApp.app/'],
    ['below Payload/', 'Payload/TestApp.app/'],
  ])('an app %s is found in a zip and in a tar.gz', async (_, folder) => {
    const files = await filesOf(realBinaries.iosTestApp(), 'TestApp.app/');
    const inputs = files.map(({ name, data }) => ({ name: folder + name, data }));
    expect(await inspect(buildZip(inputs), 'zip')).toMatchObject(testApp);
    expect(await inspect(await buildTarGz(inputs), 'tgz')).toMatchObject(testApp);
  });

  it.each(['stored', 'deflated'] as const)('an APK %s inside a zip is read like the APK', async (method) => {
    const data = realBinaries.apiDemos5();
    const zip = buildZip([
      { name: 'notes.txt', data: 'hello' },
      { name: 'release/app-debug.apk', data, method },
    ]);
    expect(await inspect(zip, 'zip')).toMatchObject(await inspect(data, 'apk'));
  });

  it('an APK stored inside a zip is read in place, by ranges', async () => {
    const source = countingSource(buildZip([{ name: 'app.apk', data: realBinaries.apiDemos5() }]));
    await inspect(source, 'zip');
    expect(source.bytes).toBeLessThan(1024 * 1024);
    expect(source.reads).toBeLessThanOrEqual(5);
  });
});

async function filesOf(zipBytes: Buffer, prefix: string): Promise<{ name: string; data: Buffer }[]> {
  const zip = await openZip(countingSource(zipBytes));
  const files = zip.entries.filter((entry) => entry.name.startsWith(prefix) && !entry.name.endsWith('/'));
  return Promise.all(
    files.map(async (entry) => ({
      name: entry.name.slice(prefix.length),
      data: await zip.read(entry, 1 << 24),
    })),
  );
}
