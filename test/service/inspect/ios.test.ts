import fc from 'fast-check';
import { build, buildBinary, parse } from 'plist';
import { describe, expect, it } from 'vitest';
import { NotAnApp } from '../../../src/service/inspect/inspect.ts';
import { buildZip } from '../../support/zip-writer.ts';
import { ascii, rawBinaryPlist, sampleInfo, sampleMembers, xmlPlist } from './plist-samples.ts';
import { buildTarGz, inspect } from './sources.ts';

const other = xmlPlist({ ...sampleMembers, CFBundleIdentifier: 'com.example.other' });
const framework = xmlPlist({
  ...sampleMembers,
  CFBundleIdentifier: 'com.example.kit',
  CFBundlePackageType: 'FMWK',
});

async function bothArchives(files: readonly { name: string; data: Buffer }[]) {
  return [
    await inspect(buildZip(files), 'zip').catch((error: unknown) => error),
    await inspect(await buildTarGz(files), 'tar.gz').catch((error: unknown) => error),
  ];
}

describe('the outermost app is the one that counts', () => {
  it.each([
    ['a framework', 'A.app/Frameworks/Kit.framework/Info.plist'],
    ['an extension', 'A.app/PlugIns/Share.appex/Info.plist'],
    ['a watch app', 'A.app/Watch/Mini.app/Info.plist'],
    ['an app directly within the app', 'A.app/Mini.app/Info.plist'],
    ['a resource bundle at the root', 'Kit.bundle/Info.plist'],
    ['a framework at the root', 'Kit.framework/Info.plist'],
    ['a resource fork', '__MACOSX/A.app/Info.plist'],
    ['a dSYM', 'A.app.dSYM/Contents/Info.plist'],
  ])('%s that comes first does not win', async (_, nested) => {
    const files = [
      { name: nested, data: other },
      { name: 'A.app/Info.plist', data: xmlPlist() },
    ];
    expect(await bothArchives(files)).toMatchObject([sampleInfo, sampleInfo]);
    const [zip, tar] = await bothArchives(files.slice(0, 1));
    expect(zip).toBeInstanceOf(NotAnApp);
    expect(tar).toBeInstanceOf(NotAnApp);
  });

  it('an app at the root holds the watch app that comes before its Info.plist', async () => {
    const files = [
      { name: 'Watch/Mini.app/Info.plist', data: other },
      { name: 'Info.plist', data: xmlPlist() },
    ];
    expect(await bothArchives(files)).toMatchObject([sampleInfo, sampleInfo]);
  });

  it('a renamed app folder holds the app within it', async () => {
    const files = [
      { name: 'Sample/Mini.app/Info.plist', data: other },
      { name: 'Sample/Info.plist', data: xmlPlist() },
    ];
    expect(await bothArchives(files)).toMatchObject([sampleInfo, sampleInfo]);
  });

  it('an Info.plist at the root or in a plain folder that is not an app’s counts for nothing', async () => {
    for (const name of ['Info.plist', 'Kit/Info.plist']) {
      const [zip, tar] = await bothArchives([{ name, data: framework }]);
      expect(zip).toBeInstanceOf(NotAnApp);
      expect(tar).toBeInstanceOf(NotAnApp);
      const files = [
        { name, data: framework },
        { name: 'A.app/Info.plist', data: xmlPlist() },
      ];
      expect(await bothArchives(files)).toMatchObject([sampleInfo, sampleInfo]);
    }
  });

  it('of two apps side by side none is chosen, and both are named', async () => {
    const pair = (folder: string) => [
      { name: `${folder}A.app/Info.plist`, data: xmlPlist() },
      { name: `${folder}B.app/Info.plist`, data: other },
    ];
    for (const folder of ['', 'Payload/', 'out/']) {
      await expect(inspect(buildZip(pair(folder)), 'zip')).rejects.toThrow(
        /two apps, .*A\.app.* and .*B\.app/,
      );
    }
    await expect(inspect(await buildTarGz(pair('out/')), 'tgz')).rejects.toThrow(/two apps/);
  });

  it('a link named Info.plist is not followed', async () => {
    const archive = await buildTarGz([{ name: 'A.app/Info.plist', type: 'symlink' }]);
    await expect(inspect(archive, 'tgz')).rejects.toThrow(/No app was found/);
  });
});

describe('property lists', () => {
  const inspectPlist = (data: Buffer) => inspect(buildZip([{ name: 'A.app/Info.plist', data }]), 'zip');

  it('what is missing, empty or no string is null', async () => {
    const empty = { platform: 'ios', bundleId: null, appVersion: null, buildVersion: null };
    expect(await inspectPlist(xmlPlist({ CFBundleVersion: ' ' }))).toMatchObject(empty);
    expect(await inspectPlist(xmlPlist({}, '<key>CFBundleVersion</key><integer>3</integer>'))).toMatchObject(
      empty,
    );
    expect(await inspectPlist(Buffer.from(buildBinary({ CFBundleVersion: 3 })))).toMatchObject(empty);
  });

  it('keys of inner dictionaries are not mistaken for those of the app', async () => {
    const inside = '<key>Inner</key><dict><key>CFBundleVersion</key><string>inner</string></dict>';
    expect(await inspectPlist(xmlPlist(sampleMembers, inside))).toMatchObject(sampleInfo);
  });

  it('XML in UTF-16, with comments, CDATA and character references, is read', async () => {
    const text = xmlPlist({ CFBundleIdentifier: 'a<!-- no -->.<![CDATA[b]]>.&#99;&amp;' }).toString();
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(await inspectPlist(utf16)).toMatchObject({ bundleId: 'a.b.c&' });
  });

  it('both readers agree with the plist package on lists of any shape', async () => {
    const leaf = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean());
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string({ minLength: 1 }), tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const words = fc.stringMatching(/^[\w.&<> -]{0,40}$/);
    const shape = fc.record({ CFBundleIdentifier: words, CFBundleVersion: words, Other: tree });
    await fc.assert(
      fc.asyncProperty(shape, async (value) => {
        const plain = value as Parameters<typeof build>[0];
        const expected = {
          bundleId: value.CFBundleIdentifier.trim() || null,
          buildVersion: value.CFBundleVersion.trim() || null,
        };
        expect(await inspectPlist(Buffer.from(buildBinary(plain)))).toMatchObject(expected);
        const xml = build(plain);
        try {
          parse(xml);
        } catch {
          return; // XML can not hold every string, and the package writes some that it refuses to read.
        }
        expect(await inspectPlist(Buffer.from(xml))).toMatchObject(expected);
      }),
      { numRuns: 60 },
    );
  });

  const key = ascii('CFBundleVersion');
  const nested = (depth: number) => '<array>'.repeat(depth) + '</array>'.repeat(depth);
  const laughs = '<!DOCTYPE plist [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';

  it.each([
    ['a list that contains itself', rawBinaryPlist([Buffer.from([0xd1, 1, 0]), key]), /contains itself/],
    [
      'a cycle of two',
      rawBinaryPlist([Buffer.from([0xd1, 1, 2]), key, Buffer.from([0xa1, 0])]),
      /contains itself/,
    ],
    ['a binary list 100 deep', deepBinary(100), /levels deep/],
    ['a reference to nowhere', rawBinaryPlist([Buffer.from([0xd1, 1, 9]), key]), /does not exist/],
    ['more objects than bytes', rawBinaryPlist([Buffer.from([0xd0])], 0, { count: 2 ** 40 }), /trailer/],
    ['offsets of no width', rawBinaryPlist([Buffer.from([0xd0])], 0, { offsetBytes: 0 }), /trailer/],
    [
      'a string beyond the end',
      rawBinaryPlist([Buffer.from([0xd1, 1, 2]), key, Buffer.from([0x5f, 0x12, 255, 255, 255, 255])]),
      /beyond the end/,
    ],
    ['an array for its top', rawBinaryPlist([Buffer.from([0xa0])]), /no dictionary/],
    ['XML 5000 deep', xmlPlist(sampleMembers, `<key>x</key>${nested(5000)}`), /levels deep/],
    [
      'XML of a million elements',
      xmlPlist({}, `<key>x</key><array>${'<true/>'.repeat(500_000)}</array>`),
      /more than 100000/,
    ],
    [
      'entities of its own',
      Buffer.from(`${laughs}<plist><dict><key>a</key><string>&b;</string></dict></plist>`),
      /no use for/,
    ],
    ['an unknown entity', xmlPlist({ CFBundleVersion: '&lol;' }), /entity/],
    ['many comments without an end', Buffer.from(`<plist>${'<!--'.repeat(900_000)}`), /cut off/],
    ['XML without an end', xmlPlist().subarray(0, 300), /cut off/],
    ['tags that do not match', Buffer.from('<plist><dict></plist></dict>'), /out of place/],
    ['the same key twice', xmlPlist(sampleMembers, '<key>CFBundleVersion</key><string>5</string>'), /twice/],
    ['a NUL', xmlPlist({ CFBundleVersion: '1&#0;2' }), /control character/],
    ['an endless identifier', xmlPlist({ CFBundleIdentifier: 'a'.repeat(256) }), /longer than 255/],
    ['more than 4 MiB', Buffer.alloc(4 * 1024 * 1024 + 1, ' '), /larger than 4 MiB/],
    ['something else', Buffer.from('{ CFBundleVersion = 1; }'), /neither an XML nor a binary/],
  ])('%s are refused with a sentence', async (_, data, sentence) => {
    const result = inspectPlist(data);
    await expect(result).rejects.toThrow(NotAnApp);
    await expect(result).rejects.toThrow(sentence);
  });
});

function deepBinary(depth: number): Buffer {
  const arrays = Array.from({ length: depth }, (_, index) => Buffer.from([0xa1, index + 3]));
  return rawBinaryPlist([Buffer.from([0xd1, 1, 2]), ascii('x'), ...arrays, Buffer.from([0x09])]);
}
