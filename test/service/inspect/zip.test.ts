import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NotAnApp } from '../../../src/service/inspect/inspect.ts';
import { buildZip, endRecord, type ZipInput, type ZipOptions, zip64End } from '../../support/zip-writer.ts';
import {
  buildApk,
  buildManifest,
  buildResourceTable,
  packageAttribute,
  types,
  versionName,
} from './android-builder.ts';
import { sampleInfo, xmlPlist } from './plist-samples.ts';
import { countingSource, failingSource, inspect, sparseSource } from './sources.ts';
import { hugeArchive, MiB, plistName } from './zip.ts';

const plist: ZipInput = { name: plistName, data: xmlPlist(), method: 'deflated' };

describe('the cost follows the directory and the entries needed', () => {
  it('an app of more than 4 GiB costs what its directory costs, and two reads', async () => {
    const { source, directoryBytes } = hugeArchive(1000);
    expect(await inspect(source, 'zip')).toMatchObject(sampleInfo);
    expect(source.bytes).toBeLessThan(directoryBytes + MiB);
    expect(source.reads).toBeLessThanOrEqual(2);
  });

  it('the resource table is read only where a version refers to it', async () => {
    const table = buildResourceTable([{ entries: [{ type: types.string, value: '3.1' }] }]);
    const padding = Buffer.alloc(2 * MiB, 1);
    const apk = (name: string | number, type: number) =>
      countingSource(
        buildZip([
          {
            name: 'AndroidManifest.xml',
            data: buildManifest([versionName(name, type), packageAttribute('a.b')]),
          },
          { name: 'lib/a.so', data: padding },
          { name: 'resources.arsc', data: Buffer.concat([table, padding]) },
          { name: 'lib/b.so', data: padding },
        ]),
      );
    const plain = apk('3.0', types.string);
    expect(await inspect(plain, 'apk')).toMatchObject({ appVersion: '3.0' });
    expect(plain.bytes).toBeLessThan(MiB);
    expect(plain.reads).toBeLessThanOrEqual(2);
    const referring = apk(0x7f020000, types.reference);
    expect(await inspect(referring, 'apk')).toMatchObject({ appVersion: '3.1' });
    expect(referring.bytes).toBeLessThan(3 * MiB);
    expect(referring.reads).toBeLessThanOrEqual(3);
  });

  it('a large deflated APK inside a zip is read with flat memory', async () => {
    const filler = Buffer.alloc(50 * MiB);
    const apk = buildZip([
      { name: 'AndroidManifest.xml', data: buildManifest([versionName('6'), packageAttribute('a.b')]) },
      { name: 'assets/filler', data: filler },
    ]);
    const zip = buildZip([{ name: 'a.apk', data: apk, method: 'deflated' }]);
    expect(await inspect(zip, 'zip')).toMatchObject({ appVersion: '6', bundleId: 'a.b' });
  });
});

describe('what real tools write is accepted', () => {
  it.each([
    [
      'padding in local extra fields, longer than is read ahead',
      [{ ...plist, local: { extra: Buffer.alloc(9000) } }],
      {},
    ],
    ['a signing block before the directory', [plist], { beforeDirectory: Buffer.alloc(4096, 7) }],
    ['a comment', [plist], { comment: Buffer.from('built by someone') }],
    [
      'sizes left to a data descriptor',
      [{ ...plist, local: { flags: 8, crc32: 0, compressedSize: 0, size: 0 } }],
      {},
    ],
    ['odd extra fields', [{ ...plist, extra: Buffer.from([0x35, 0xd9, 2, 0, 1, 0, 0, 0]) }], {}],
    [
      'other entries that are encrypted or of an unknown method, and folders that are twice there',
      [
        plist,
        { name: 'a', central: { flags: 1 } },
        { name: 'd/' },
        { name: 'd/' },
        { name: 'b', central: { method: 99 } },
      ],
      {},
    ],
    ['a backslash in a name nobody needs', [plist, { name: 'assets\\odd' }], {}],
  ] satisfies [string, ZipInput[], ZipOptions][])('%s', async (_, inputs, options) => {
    expect(await inspect(buildZip(inputs, options), 'zip')).toMatchObject(sampleInfo);
  });
});

describe('hostile zips end in a sentence', () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * MiB));
  const apk = buildApk(buildManifest([packageAttribute('a.b')]));
  const good = buildZip([plist]);

  it.each([
    ['no zip at all', Buffer.from('hello'), /not a zip/],
    ['nothing', Buffer.alloc(0), /not a zip/],
    ['a zip cut off', good.subarray(0, good.length - 30), /not a zip/],
    ['an empty zip', buildZip([]), /No app was found in the zip/],
    ['a bomb that declares little', buildZip([{ ...plist, packed: bomb }]), /larger than its directory says/],
    [
      'a bomb that declares much',
      buildZip([{ ...plist, packed: bomb, central: { size: 64 * MiB } }]),
      /larger than 4 MiB/,
    ],
    [
      'an APK that declares to be a bomb',
      buildZip([{ name: 'a.apk', data: apk, method: 'deflated', central: { size: 513 * MiB } }]),
      /larger than 512 MiB/,
    ],
    [
      'an APK that inflates to less than it declares',
      buildZip([{ name: 'a.apk', data: apk, method: 'deflated', central: { size: 100 * MiB } }]),
      /shorter than/,
    ],
    [
      'a stored entry of two sizes',
      buildZip([{ ...plist, method: 'stored', central: { size: 10 } }]),
      /two sizes/,
    ],
    [
      'a size that is too small',
      buildZip([{ ...plist, central: { size: 10 } }]),
      /larger than its directory says/,
    ],
    ['a size that is too large', buildZip([{ ...plist, central: { size: 100_000 } }]), /not the size/],
    [
      'a compressed size beyond the file',
      buildZip([{ ...plist, central: { compressedSize: 100_000 } }]),
      /reaches into the directory/,
    ],
    ['a wrong checksum', buildZip([{ ...plist, central: { crc32: 1 } }]), /checksum/],
    ['a wrong offset', buildZip([{ ...plist, central: { offset: 1 } }]), /not where it should be/],
    [
      'an offset beyond the directory',
      buildZip([{ ...plist, central: { offset: 0x7fffffff } }]),
      /starts behind/,
    ],
    [
      'an offset beyond any file',
      buildZip([{ ...plist, central: { offset: Number.MAX_SAFE_INTEGER } }]),
      /starts behind/,
    ],
    [
      'another name in the local header',
      buildZip([{ ...plist, local: { name: 'B.app/Info.plist' } }]),
      /another name/,
    ],
    [
      'another method in the local header',
      buildZip([{ ...plist, local: { method: 0 } }]),
      /another compression/,
    ],
    ['an encrypted entry', buildZip([{ ...plist, central: { flags: 1 } }]), /encrypted/],
    [
      'an unknown method',
      buildZip([{ ...plist, central: { method: 12 }, local: { method: 12 } }]),
      /compression method/,
    ],
    ['overlapping entries', buildZip([plist, { name: 'b', central: { offset: 20 } }]), /overlaps/],
    ['the same entry twice', buildZip([plist, plist]), /more than one entry/],
    [
      'the same manifest twice',
      buildZip([{ name: 'AndroidManifest.xml' }, { name: './AndroidManifest.xml' }]),
      /more than one entry/,
    ],
    [
      'the same program twice',
      buildZip([plist, { name: 'A.app/A' }, { name: 'A.app/A' }]),
      /more than one entry/,
    ],
    [
      'the same file in other words',
      buildZip([plist, { name: 'A.app/./Info.plist' }]),
      /more than one entry named "A.app\/Info.plist"/,
    ],
    [
      'the same file behind an empty folder',
      buildZip([plist, { name: './A.app//Info.plist' }]),
      /more than one/,
    ],
    [
      'the same file twice in the APK within',
      buildZip([
        {
          name: 'a.apk',
          data: buildZip([{ name: 'AndroidManifest.xml' }, { name: 'a.dex' }, { name: 'a.dex' }]),
        },
      ]),
      /more than one entry named "a.dex"/,
    ],
    ['a name that climbs', buildZip([plist, { name: '../../etc/passwd' }]), /leads out/],
    ['a name that climbs by backslash', buildZip([plist, { name: '..\\x' }]), /leads out/],
    ['an absolute name', buildZip([plist, { name: '/etc/passwd' }]), /leads out/],
    ['a drive letter', buildZip([plist, { name: 'C:\\x' }]), /leads out/],
    ['a NUL in a name', buildZip([plist, { name: 'a\0b' }]), /leads out/],
    ['backslashes for slashes', buildZip([{ ...plist, name: 'A.app\\Info.plist' }]), /backslashes/],
    [
      'a directory that hides entries',
      buildZip([plist, { name: 'b' }], { entryCount: 1 }),
      /number of its entries/,
    ],
    ['a directory that claims more entries', buildZip([plist], { entryCount: 2 }), /directory is damaged/],
    ['a directory elsewhere', buildZip([plist], { directoryOffset: 4 }), /directory is damaged/],
    [
      'a directory beyond the end',
      buildZip([plist], { directoryOffset: 0x7fffffff }),
      /directory is damaged/,
    ],
    ['an app of each kind', buildZip([plist, { name: 'a.apk', data: apk }]), /iOS app.*Android app/],
    ['an app beside a manifest', buildZip([plist, { name: 'AndroidManifest.xml' }]), /iOS app.*Android app/],
    [
      'two APKs',
      buildZip([
        { name: 'a.apk', data: apk },
        { name: 'x/b.apk', data: apk },
      ]),
      /two APKs/,
    ],
    ['an APK too deep', buildZip([{ name: 'x/y/a.apk', data: apk }]), /No app was found/],
    ['an APK that is none', buildZip([{ name: 'a.apk', data: 'hello' }]), /not a zip/],
    [
      'a zip in a zip in a zip',
      buildZip([{ name: 'a.apk', data: buildZip([{ name: 'b.apk', data: apk }]) }]),
      /AndroidManifest/,
    ],
    [
      'five lists that might be an app’s',
      buildZip([1, 2, 3, 4, 5].map((n) => ({ ...plist, name: `${n}/Info.plist` }))),
      /more than 4/,
    ],
  ])('%s', async (_, bytes, sentence) => {
    const source = countingSource(bytes);
    const result = inspect(source, 'zip');
    await expect(result).rejects.toThrow(NotAnApp);
    await expect(result).rejects.toThrow(sentence);
    expect(source.bytes).toBeLessThan(3 * bytes.length + MiB);
  });

  it('a directory larger than any app’s is refused before it is read', async () => {
    const size = 200 * MiB;
    const end = endRecord({ entryCount: 9, directorySize: 0, directoryOffset: 0, comment: Buffer.alloc(0) });
    const source = sparseSource(size, [{ at: size - end.length, bytes: end }]);
    await expect(inspect(source, 'zip')).rejects.toThrow(/directory is larger than 64 MiB/);
    expect(source.bytes).toBeLessThan(MiB);
  });

  it('more entries than any app has are refused before they are read', async () => {
    const fields = { entryCount: 1_000_000, directorySize: 0, directoryOffset: 0 };
    const bytes = Buffer.concat([zip64End(fields), endRecord({ ...fields, comment: Buffer.alloc(0) })]);
    await expect(inspect(bytes, 'zip')).rejects.toThrow(/more than 200000 entries/);
  });
});

describe('errors of the source', () => {
  it('come through unchanged, whichever read fails', async () => {
    const bytes = buildZip([plist, { name: 'filler', data: Buffer.alloc(MiB) }]);
    for (const failing of [1, 2]) {
      const outage = new Error('storage out of reach');
      await expect(inspect(failingSource(bytes, failing, outage), 'zip')).rejects.toBe(outage);
    }
  });
});
