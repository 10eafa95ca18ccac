import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type AppIcon,
  type AppInfo,
  type BinaryKind,
  inspectBinary,
  NotAnApp,
} from '../../../src/service/inspect/inspect.ts';
import { buildZip } from '../../support/zip-writer.ts';
import {
  buildApk,
  buildManifest,
  buildResourceTable,
  packageAttribute,
  types,
  versionCode,
  versionName,
} from './android-builder.ts';
import { apkWithIcon, applePng, appWithIcon } from './icon-samples.ts';
import { fat, machO } from './mach-o-builder.ts';
import { xmlPlist } from './plist-samples.ts';
import { buildTar, countingSource, entryOf, iconIn, realBinaries } from './sources.ts';

/** What must hold for any bytes whatever; the tests run each a few times, `npm run fuzz` for as long as asked. */
export interface InspectProperty {
  readonly name: string;
  property(): Promise<fc.IAsyncPropertyWithHooks<unknown[]>>;
}

export const inspectProperties: InspectProperty[] = [
  mutated('a zipped app', 'zip', async () => realBinaries.iosTestApp()),
  mutated('a small APK', 'apk', async () => realBinaries.helloActivity()),
  mutated('an APK with references', 'zip', async () => referringApk()),
  mutated('an APK stored inside a zip', 'zip', async () =>
    buildZip([{ name: 'a.apk', data: referringApk() }]),
  ),
  mutated('a gzip stream', 'tgz', async () => gzipSync(await smallTar())),
  mutated('a tar inside a right gzip stream', 'tgz', smallTar, (tar) => gzipSync(tar, { level: 1 })),
  mutated('an XML Info.plist in a right zip', 'zip', async () => xmlPlist(), inApp),
  mutated(
    'a binary Info.plist in a right zip',
    'zip',
    () => entryOf(realBinaries.iosTestApp(), 'TestApp.app/Info.plist'),
    inApp,
  ),
  mutated(
    'a manifest in a right APK',
    'apk',
    () => entryOf(realBinaries.helloActivity(), 'AndroidManifest.xml'),
    (manifest) => buildApk(manifest),
  ),
  mutated(
    'a resource table in a right APK',
    'apk',
    async () => smallTable(),
    (table) => buildApk(referringManifest(), table),
  ),
  mutated('an APK with icons', 'apk', async () => apkWithIcon()),
  mutated(
    'a resource table of icons in a right APK',
    'apk',
    () => entryOf(apkWithIcon(), 'resources.arsc'),
    (table) => apkWithIcon({ table }),
  ),
  mutated(
    'the drawing of an icon in a right APK',
    'apk',
    () => entryOf(apkWithIcon(), 'res/drawn.xml'),
    (drawing) => apkWithIcon({ drawing }),
  ),
  mutated('the picture of an app by Xcode', 'zip', async () => applePng(smallPicture), appWithIcon),
  mutatedProgram('a thin program', () => machO('arm64', { platform: 2 })),
  mutatedProgram('a program of two slices', () =>
    fat([
      { name: 'x86_64', says: { platform: 7 } },
      { name: 'arm64', says: { platform: 7 } },
    ]),
  ),
];

/** However it is damaged, the app around it is an app. */
function mutatedProgram(what: string, make: () => Buffer): InspectProperty {
  return {
    name: `${what}, with bytes flipped, cut and spliced, never costs the upload`,
    async property() {
      const program = make();
      return fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 6 }), async (mutations) => {
        const inputs = [
          { name: 'A.app/Info.plist', data: xmlPlist() },
          { name: 'A.app/Sample', data: mutations.reduce(apply, program), method: 'deflated' as const },
        ];
        for (const [bytes, kind] of [
          [buildZip(inputs), 'zip'],
          [gzipSync(await buildTar(inputs), { level: 1 }), 'tgz'],
        ] as const) {
          const info = await inspectBinary(countingSource(bytes), kind);
          expect(info.bundleId).toBe('com.example.sample');
          assertStorable(info);
        }
      });
    },
  };
}

const smallPicture = { width: 3, height: 2, channels: 4, pixels: Buffer.alloc(24, 200) };

function mutated(
  what: string,
  kind: BinaryKind,
  original: () => Promise<Buffer>,
  wrap: (bytes: Buffer) => Buffer = (bytes) => bytes,
): InspectProperty {
  return {
    name: `${what}, with bytes flipped, cut and spliced, is an app or is refused, within bounds`,
    async property() {
      const bytes = await original();
      expect(await inspectBinary(countingSource(wrap(bytes)), kind)).toHaveProperty('platform');
      return fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 6 }), async (mutations) => {
        await assertBounded(wrap(mutations.reduce(apply, bytes)), kind);
      });
    },
  };
}

async function assertBounded(bytes: Buffer, kind: BinaryKind): Promise<void> {
  const source = countingSource(bytes);
  const outcome = await inspectBinary(source, kind).catch((error: unknown) => error);
  expect(source.reads).toBeLessThanOrEqual(16);
  expect(source.bytes).toBeLessThanOrEqual(16 * bytes.length + 16);
  if (outcome instanceof NotAnApp) expect(outcome.message).toMatch(/^[^\p{C}]{10,600}\.$/u);
  else if (outcome instanceof Error) throw outcome;
  else assertStorable(outcome as AppInfo);
  await assertShowable(bytes, kind);
}

/** No fault of a file is an error here: an app without an icon is as good. */
async function assertShowable(bytes: Buffer, kind: BinaryKind): Promise<void> {
  const source = countingSource(bytes);
  const icon = await iconIn(source, kind);
  expect(source.reads).toBeLessThanOrEqual(64);
  if (icon) expect(beginningOf(icon)).toBe(icon.type === 'png' ? '\x89PNG' : 'RIFF');
}

function beginningOf(icon: AppIcon): string {
  return Buffer.from(icon.bytes).toString('latin1', 0, 4);
}

function assertStorable(info: AppInfo): void {
  expect(['ios', 'android']).toContain(info.platform);
  for (const text of [info.bundleId, info.appVersion, info.buildVersion]) {
    expect(text === null || (text.length > 0 && text.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(text))).toBe(
      true,
    );
  }
  expect(['simulator', 'device', null]).toContain(info.builtFor);
  expect(info.architectures?.every((name) => /^[\w-]{1,32}$/.test(name)) ?? true).toBe(true);
}

type Mutation =
  | { kind: 'flip'; at: number; value: number }
  | { kind: 'word'; at: number; value: number }
  | { kind: 'cut'; at: number; length: number }
  | { kind: 'splice'; at: number; from: number; length: number }
  | { kind: 'insert'; at: number; bytes: Uint8Array };

/** A place as a fraction, leaning towards both ends, where headers and trailers are. */
const place = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 0.05, noNaN: true }),
  fc.double({ min: 0.95, max: 1, noNaN: true }),
);
const length = fc.oneof(fc.nat(16), fc.nat(4096));
const extreme = fc.constantFrom(0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: place, value: fc.nat(255) }),
  fc.record({ kind: fc.constant('word' as const), at: place, value: fc.oneof(extreme, fc.nat(0xffff)) }),
  fc.record({ kind: fc.constant('cut' as const), at: place, length }),
  fc.record({ kind: fc.constant('splice' as const), at: place, from: place, length }),
  fc.record({ kind: fc.constant('insert' as const), at: place, bytes: fc.uint8Array({ maxLength: 64 }) }),
);

function apply(bytes: Buffer, change: Mutation): Buffer {
  const result = Buffer.from(bytes);
  const at = Math.floor(change.at * Math.max(0, bytes.length - 4));
  if (bytes.length < 4) return result;
  if (change.kind === 'flip') result.writeUInt8(change.value, at);
  if (change.kind === 'word') result.writeUInt32LE(change.value, at);
  if (change.kind === 'cut')
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + change.length)]);
  if (change.kind === 'insert')
    return Buffer.concat([bytes.subarray(0, at), change.bytes, bytes.subarray(at)]);
  if (change.kind === 'splice') {
    const from = Math.floor(change.from * bytes.length);
    bytes.copy(result, at, from, from + change.length);
  }
  return result;
}

function smallTar(): Promise<Buffer> {
  return buildTar([
    { name: 'out/A.app/', type: 'directory' },
    { name: `out/A.app/${'long'.repeat(40)}`, data: 'x' },
    { name: 'out/A.app/Info.plist', data: xmlPlist() },
  ]);
}

function smallTable(): Buffer {
  const entries = [
    { type: types.reference, value: 0x7f020001 },
    { type: types.string, value: '9.8.7' },
  ];
  return buildResourceTable([{ entries }, { entries, layout: 'sparse' }]);
}

function referringManifest(): Buffer {
  return buildManifest([versionCode(7), versionName(0x7f020000, types.reference), packageAttribute('a.b')]);
}

function referringApk(): Buffer {
  return buildApk(referringManifest(), smallTable());
}

function inApp(data: Buffer): Buffer {
  return buildZip([{ name: 'Payload/A.app/Info.plist', data }]);
}
