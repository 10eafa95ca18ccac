import { buildBinary } from 'plist';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../../src/kernel/png.ts';
import { buildZip } from '../../support/zip-writer.ts';
import { buildApk, buildResourceTable, ids, types } from './android-builder.ts';
import {
  adaptiveIcon,
  applePng,
  appWithIcon,
  buildIconApk,
  densities,
  foregroundReference,
  iconManifest,
  iconReference,
  plistWithIcons,
  square,
  webp,
} from './icon-samples.ts';
import { sampleMembers, xmlPlist } from './plist-samples.ts';
import { buildTarGz, countingSource, entryOf, failingSource, iconIn, realBinaries } from './sources.ts';

describe('the icon of a build as its maker published it', () => {
  it('is the densest of the pictures', async () => {
    const apk = realBinaries.appiumSettings();
    const picture = await entryOf(apk, 'res/drawable-xxxhdpi-v4/ic_launcher.png');
    expect(await iconIn(apk, 'apk')).toEqual({ type: 'png', width: 192, bytes: new Uint8Array(picture) });
    for (const older of [realBinaries.apiDemos5(), realBinaries.apiDemos1()])
      expect(await iconIn(older, 'apk')).toMatchObject({ type: 'png', width: 96 });
  });

  it('is the same inside a zip, and costs few reads', async () => {
    const data = realBinaries.appiumSettings();
    const expected = await iconIn(data, 'apk');
    const source = countingSource(buildZip([{ name: 'app.apk', data }]));
    expect(await iconIn(source, 'zip')).toEqual(expected);
    expect(source.reads).toBeLessThanOrEqual(6);
    expect(await iconIn(buildZip([{ name: 'app.apk', data, method: 'deflated' }]), 'zip')).toEqual(expected);
  });

  it('is null where it names none', async () => {
    expect(await iconIn(realBinaries.helloActivity(), 'apk')).toBeNull();
    expect(await iconIn(realBinaries.iosTestApp(), 'zip')).toBeNull();
  });
});

describe('the icon of an APK', () => {
  it('is the densest picture for everybody, not one for a language or the night', async () => {
    const apk = buildIconApk([
      { density: densities.medium, path: 'a', data: square(48) },
      { density: densities.highest, path: 'b', data: square(192), language: 'fr' },
      { density: densities.highest, path: 'c', data: square(190), isNight: true },
      { density: densities.high, path: 'd', data: square(72) },
      { density: densities.any, path: 'e', data: adaptiveIcon() },
    ]);
    expect(await widthIn(apk)).toBe(72);
  });

  it('is what its bytes are, whatever its name says', async () => {
    const named = (path: string, data: Buffer) => iconIn(buildIconApk([{ path, data }]), 'apk');
    expect(await named('res/icon.png', webp('VP8X', 96, 96))).toMatchObject({ type: 'webp', width: 96 });
    expect(await named('res/icon.webp', square(48))).toMatchObject({ type: 'png', width: 48 });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"/>');
    for (const data of [svg, Buffer.from('GIF89a'), Buffer.from('<html>'), Buffer.alloc(0)])
      expect(await named('res/icon.png', data)).toBeNull();
  });

  it.each(['VP8 ', 'VP8L', 'VP8X'] as const)('may be a WebP of the kind %s', async (kind) => {
    const picture = webp(kind, 192, 96);
    expect(await iconIn(buildIconApk([{ path: 'a', data: picture }]), 'apk')).toEqual({
      type: 'webp',
      width: 192,
      bytes: new Uint8Array(picture),
    });
    expect(await widthIn(buildIconApk([{ path: 'a', data: webp(kind, 1025, 96) }]))).toBeUndefined();
  });

  it('is the next one where one is too large, damaged or missing', async () => {
    const good = { density: densities.medium, path: 'good', data: square(48) };
    const more = { density: densities.highest, path: 'more' };
    const oversized = Buffer.concat([square(48), Buffer.alloc(1024 * 1024)]);
    for (const data of [square(1025), oversized, square(48).subarray(0, 20), undefined])
      expect(await widthIn(buildIconApk([{ ...more, ...(data && { data }) }, good]))).toBe(48);
    const table = buildResourceTable([{ entries: [{ type: types.string, value: 'a' }] }]);
    const lying = { name: 'a', data: square(48), central: { crc32: 7 } };
    expect(await widthIn(buildApk(iconManifest(), table, [lying]))).toBeUndefined();
  });

  it('may be the round one, or lie behind another reference; a cycle ends', async () => {
    const table = buildResourceTable([{ entries: [{ type: types.string, value: 'a' }] }]);
    const round = buildApk(iconManifest(ids.roundIcon), table, [{ name: 'a', data: square(48) }]);
    expect(await widthIn(round)).toBe(48);
    const behind = { path: 'b', data: square(36) };
    expect(await widthIn(buildIconApk([{ reference: foregroundReference }], [behind]))).toBe(36);
    const cycle = [{ reference: iconReference }];
    expect(await widthIn(buildIconApk([{ reference: foregroundReference }], cycle))).toBeUndefined();
  });

  it('that is drawn is its foreground, where that is a picture', async () => {
    const drawn = { density: densities.any, path: 'res/drawn.xml', data: adaptiveIcon() };
    const foreground = [
      { density: densities.medium, path: 'front', data: square(108) },
      { density: densities.highest, path: 'sharp', data: square(432) },
    ];
    expect(await widthIn(buildIconApk([drawn], foreground))).toBe(432);
    expect(await widthIn(buildIconApk([drawn]))).toBeUndefined();
    const vector = { path: 'res/vector.xml', data: adaptiveIcon() };
    expect(await widthIn(buildIconApk([drawn], [vector]))).toBeUndefined();
  });

  it('is null without a table, an application or a manifest', async () => {
    expect(await iconIn(buildApk(iconManifest()), 'apk')).toBeNull();
    expect(await iconIn(buildApk(Buffer.alloc(4096)), 'apk')).toBeNull();
    expect(await iconIn(buildZip([{ name: 'a.txt', data: 'a' }]), 'apk')).toBeNull();
  });

  async function widthIn(apk: Buffer): Promise<number | undefined> {
    return (await iconIn(apk, 'apk'))?.width;
  }
});

describe('the icon of an iOS app', () => {
  const app = (plist: Buffer, files: Record<string, Buffer>) => [
    ...Object.entries(files).map(([name, data]) => ({ name: `Payload/A.app/${name}`, data })),
    { name: 'Payload/A.app/Info.plist', data: plist },
  ];
  const widthsIn = async (plist: Buffer, files: Record<string, Buffer>) => [
    (await iconIn(buildZip(app(plist, files)), 'zip'))?.width,
    (await iconIn(await buildTarGz(app(plist, files)), 'tgz'))?.width,
  ];

  it('is the widest of the pictures that Info.plist names, also where it comes after them', async () => {
    const files = {
      'AppIcon60x60.png': square(60),
      'AppIcon60x60@2x.png': square(120),
      'AppIcon60x60@2x~ipad.png': square(100),
      'Gold@3x.png': square(180),
      'Other.png': square(400),
      'AppIcon60x60.txt': square(500),
      'Watch/W.app/AppIcon60x60@2x.png': square(600),
    };
    expect(await widthsIn(plistWithIcons(['AppIcon60x60']), files)).toEqual([120, 120]);
    expect(await widthsIn(plistWithIcons([]), files)).toEqual([undefined, undefined]);
  });

  it('is found by each way of naming it', async () => {
    const file = (name: string) => `<array><string>${name}</string></array>`;
    const primary = `<dict><key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key>${file('A')}</dict></dict>`;
    const xml = [
      `<key>CFBundleIcons</key>${primary}`,
      `<key>CFBundleIcons~ipad</key>${primary}`,
      `<key>CFBundleIconFiles</key>${file('A.png')}`,
      '<key>CFBundleIconFile</key><string>A@2x.png</string>',
    ].map((inside) => xmlPlist(sampleMembers, inside));
    const icons = { CFBundlePrimaryIcon: { CFBundleIconFiles: ['None', 'A'] } };
    const binary = [{ CFBundleIcons: icons }, { CFBundleIconFiles: ['A'] }].map((members) =>
      Buffer.from(buildBinary({ ...sampleMembers, ...members })),
    );
    for (const plist of [...xml, ...binary])
      expect(await widthsIn(plist, { 'A@2x.png': square(80) })).toEqual([80, 80]);
  });

  it('is a usual PNG where Xcode has made one that no browser shows', async () => {
    const pixels = Buffer.from(
      [
        [255, 0, 0, 255],
        [0, 128, 0, 255],
        [10, 20, 30, 0],
        [200, 100, 40, 51],
        [0, 0, 255, 255],
        [255, 255, 255, 102],
      ].flat(),
    );
    const picture = { width: 2, height: 3, channels: 4, pixels };
    const icon = await iconIn(appWithIcon(applePng(picture)), 'zip');
    expect(icon).toMatchObject({ type: 'png', width: 2 });
    const shown = Buffer.from(icon?.bytes ?? []);
    expect(shown.includes('CgBI')).toBe(false);
    const decoded = decodePng(shown);
    expect(decoded).toMatchObject({ width: 2, height: 3, channels: 4 });
    const expected = Buffer.from(pixels);
    expected.fill(0, 8, 11);
    for (const [at, value] of expected.entries())
      expect(Math.abs((decoded?.pixels[at] ?? -1) - value), `byte ${at}`).toBeLessThanOrEqual(2);
    const opaque = { width: 2, height: 1, channels: 3, pixels: Buffer.from([1, 2, 3, 250, 150, 50]) };
    const other = await iconIn(appWithIcon(applePng(opaque)), 'zip');
    expect(decodePng(Buffer.from(other?.bytes ?? []))?.pixels).toEqual(opaque.pixels);
  });

  it('is null where the picture is too large, damaged or none', async () => {
    const large = { width: 1025, height: 1, channels: 3, pixels: Buffer.alloc(3075) };
    const crushed = applePng({ width: 8, height: 8, channels: 4, pixels: Buffer.alloc(256, 7) });
    const lying = Buffer.from(crushed);
    lying.writeUInt32BE(1000, lying.indexOf('IHDR') + 4);
    for (const picture of [
      applePng(large),
      square(2000),
      lying,
      crushed.subarray(0, 70),
      Buffer.from('<svg/>'),
    ])
      expect(await iconIn(appWithIcon(picture), 'zip')).toBeNull();
  });
});

it('a source that fails is not an app without an icon', async () => {
  const outage = new Error('storage out of reach');
  for (const failing of [1, 2])
    await expect(iconIn(failingSource(realBinaries.appiumSettings(), failing, outage), 'apk')).rejects.toBe(
      outage,
    );
});
