import { describe, expect, it } from 'vitest';
import { buildZip } from '../../support/zip-writer.ts';
import { buildApk, buildManifest, packageAttribute } from './android-builder.ts';
import { type Cpu, fat, machO, type Says } from './mach-o-builder.ts';
import { sampleMembers, xmlPlist } from './plist-samples.ts';
import { buildTarGz, countingSource, inspect } from './sources.ts';

const device = { platform: 2 };
const simulator = { platform: 7 };
const old = 'minimum iPhone version';

const files = (program: Buffer, plist = xmlPlist(), folder = 'Payload/A.app/') => [
  { name: `${folder}Info.plist`, data: plist },
  { name: `${folder}Sample`, data: program, method: 'deflated' as const },
];
const supporting = (...platforms: string[]) =>
  xmlPlist(
    sampleMembers,
    `<key>CFBundleSupportedPlatforms</key><array>${platforms.map((name) => `<string>${name}</string>`).join('')}</array>`,
  );

describe('what an iOS build is for', () => {
  it.each<[Cpu, Says, string | null]>([
    ['arm64', device, 'device'],
    ['arm64', simulator, 'simulator'],
    ['arm64e', device, 'device'],
    ['x86_64', simulator, 'simulator'],
    ['armv7', old, 'device'],
    ['armv7s', old, 'device'],
    ['arm64', old, 'device'],
    ['i386', old, 'simulator'],
    ['x86_64', old, 'simulator'],
    ['armv7', 'nothing', 'device'],
    ['i386', 'nothing', 'simulator'],
    ['arm64', 'nothing', null],
    ['arm64', { platform: 1 }, null],
    ['x86_64', { platform: 6 }, null],
  ])('a program for %s that says %o is for %s, in every archive', async (name, says, builtFor) => {
    const made = files(machO(name, says));
    const expected = { builtFor, architectures: [name], appFolder: 'Payload/A.app' };
    expect(await inspect(buildZip(made), 'ipa')).toMatchObject(expected);
    expect(await inspect(buildZip(made), 'zip')).toMatchObject(expected);
    expect(await inspect(await buildTarGz(made), 'tgz')).toMatchObject(expected);
    expect(await inspect(await buildTarGz(made.toReversed()), 'tar.gz')).toMatchObject(expected);
  });

  it.each<[{ name: Cpu; says: Says }[], string | null]>([
    [
      [
        { name: 'x86_64', says: simulator },
        { name: 'arm64', says: simulator },
      ],
      'simulator',
    ],
    [
      [
        { name: 'armv7', says: old },
        { name: 'arm64', says: device },
      ],
      'device',
    ],
    [
      [
        { name: 'x86_64', says: old },
        { name: 'arm64', says: device },
      ],
      null,
    ],
  ])('a program of slices %o is for %s', async (slices, builtFor) => {
    for (const isWide of [false, true]) {
      expect(await inspect(buildZip(files(fat(slices, 0x4000, isWide))), 'zip')).toMatchObject({
        builtFor,
        architectures: slices.map(({ name }) => name).sort(),
      });
    }
  });

  it('a slice that lies far behind is known by its processor, and costs no further read', async () => {
    const slices = [
      { name: 'arm64' as const, says: simulator },
      { name: 'x86_64' as const, says: simulator },
    ];
    const source = countingSource(buildZip(files(fat(slices, 0x200000))));
    expect(await inspect(source, 'zip')).toMatchObject({
      builtFor: 'simulator',
      architectures: ['arm64', 'x86_64'],
    });
    expect(source.reads).toBeLessThanOrEqual(3);
  });

  it('Info.plist tells where the program does not', async () => {
    const none = Buffer.from('#!/bin/sh');
    for (const [plist, builtFor] of [
      [supporting('iPhoneSimulator'), 'simulator'],
      [supporting('iPhoneOS'), 'device'],
      [supporting('iPhoneOS', 'iPhoneSimulator'), null],
      [supporting('AppleTVOS'), null],
      [xmlPlist({ ...sampleMembers, DTPlatformName: 'iphoneos' }), 'device'],
      [xmlPlist(), null],
    ] as const) {
      const made = files(none, plist);
      const expected = { builtFor, architectures: null };
      expect(await inspect(buildZip(made), 'zip')).toMatchObject(expected);
      expect(await inspect(await buildTarGz(made), 'tgz')).toMatchObject(expected);
    }
    expect(
      await inspect(buildZip(files(machO('arm64', simulator), supporting('iPhoneOS'))), 'zip'),
    ).toMatchObject({ builtFor: 'simulator' });
  });

  it('a program that is missing, cut off or packed in another way costs nobody the upload', async () => {
    const program = machO('arm64', device);
    const [plist, executable] = files(program);
    if (!plist || !executable) throw new TypeError('no files');
    const unknown = { bundleId: 'com.example.sample', builtFor: null };
    expect(await inspect(buildZip([plist]), 'ipa')).toMatchObject({ ...unknown, architectures: null });
    const cut = buildZip([plist, { ...executable, data: program.subarray(0, 40) }]);
    expect(await inspect(cut, 'ipa')).toMatchObject({ ...unknown, architectures: ['arm64'] });
    const encrypted = buildZip([plist, { ...executable, central: { flags: 1 }, local: { flags: 1 } }]);
    expect(await inspect(encrypted, 'ipa')).toMatchObject(unknown);
    const scrambled = buildZip([plist, { ...executable, packed: Buffer.alloc(80, 0xff) }]);
    expect(await inspect(scrambled, 'ipa')).toMatchObject(unknown);
    const tar = await buildTarGz([
      { name: 'A.app/Info.plist', data: xmlPlist() },
      { name: 'A.app/Sample', data: Buffer.alloc(3_000_000, program) },
    ]);
    expect(await inspect(tar.subarray(0, tar.length - 400), 'tgz')).toMatchObject({
      bundleId: 'com.example.sample',
    });
  });
});

describe('an .ipa', () => {
  it('must hold its app below Payload/', async () => {
    const outside = buildZip(files(machO('arm64', device), xmlPlist(), 'A.app/'));
    await expect(inspect(outside, 'ipa')).rejects.toThrow(/below Payload\//);
    const manifest = buildManifest([packageAttribute('a.b')]);
    await expect(inspect(buildApk(manifest), 'ipa')).rejects.toThrow(/below Payload\//);
  });

  it('inside a zip is refused with what to do', async () => {
    const zip = buildZip([{ name: 'out/Shop.ipa', data: buildZip(files(machO('arm64', device))) }]);
    await expect(inspect(zip, 'zip')).rejects.toThrow(
      'holds an .ipa, "out/Shop.ipa": upload that file itself',
    );
  });
});

describe('an Android build', () => {
  const manifest = buildManifest([packageAttribute('a.b')]);

  it('has the architectures of its native libraries', async () => {
    const apk = buildZip([
      { name: 'AndroidManifest.xml', data: manifest },
      { name: 'lib/x86_64/libapp.so', data: 'x' },
      { name: 'lib/arm64-v8a/libapp.so', data: 'x' },
      { name: 'lib/arm64-v8a/libother.so', data: 'x' },
      { name: 'lib/notes.txt', data: 'x' },
      { name: 'assets/lib/mips/libold.so', data: 'x' },
    ]);
    expect(await inspect(apk, 'apk')).toMatchObject({
      builtFor: null,
      architectures: ['arm64-v8a', 'x86_64'],
    });
    expect(await inspect(buildApk(manifest), 'apk')).toMatchObject({ architectures: [] });
  });

  it.each([
    [
      '.aab',
      ['BundleConfig.pb', 'base/manifest/AndroidManifest.xml'],
      /An \.aab is for the Play Store: build an APK/,
    ],
    ['.apks', ['toc.pb', 'splits/base-master.apk', 'splits/base-de.apk'], /--mode=universal/],
    ['.xapk', ['manifest.json', 'base.apk', 'config.de.apk'], /An \.xapk holds an app in parts/],
    ['.apkm', ['info.json', 'base.apk', 'split_de.apk'], /An \.apkm holds an app in parts/],
  ])('that is an %s by another name is refused with what to do', async (_suffix, names, advice) => {
    const zip = buildZip(names.map((name) => ({ name, data: 'x' })));
    await expect(inspect(zip, 'zip')).rejects.toThrow(advice);
  });
});
