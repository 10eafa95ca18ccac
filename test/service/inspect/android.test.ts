import { describe, expect, it } from 'vitest';
import { NotAnApp } from '../../../src/service/inspect/inspect.ts';
import {
  type Attribute,
  buildApk,
  buildManifest,
  buildResourceTable,
  chunk,
  ids,
  type ManifestOptions,
  packageAttribute,
  types,
  versionCode,
  versionName,
} from './android-builder.ts';
import { inspect } from './sources.ts';

const usual = [versionCode(42), versionName('1.2.3'), packageAttribute('com.example.app')];
const usualInfo = {
  platform: 'android',
  bundleId: 'com.example.app',
  appVersion: '1.2.3',
  buildVersion: '42',
};

function inspectManifest(attributes: readonly Attribute[], options: ManifestOptions = {}, table?: Buffer) {
  return inspect(buildApk(buildManifest(attributes, options), table), 'apk');
}

describe('manifests', () => {
  it.each([
    ['UTF-16 strings', {}],
    ['UTF-8 strings', { utf8: true }],
    ['a wrong outer type and size', { outerType: 0, outerSize: 3 }],
    ['a longer outer header', { outerHeader: 16 }],
    [
      'unknown chunks before and after the strings',
      { beforeStrings: junkChunk(), beforeElement: junkChunk() },
    ],
    [
      'bytes between chunks that are no chunk',
      { beforeElement: Buffer.from('ffffffffffffffff00000000', 'hex') },
    ],
    ['attributes wider than usual', { attributeSize: 32 }],
    ['attributes that begin later than usual', { attributeStart: 40 }],
    ['a longer node header', { nodeHeaderSize: 28 }],
  ] satisfies [string, ManifestOptions][])('with %s are read', async (_, options) => {
    expect(await inspectManifest(usual, options)).toMatchObject(usualInfo);
  });

  it('attributes are known by their resource id, whatever their names say', async () => {
    const decoys = [
      { name: 'versionName', type: types.string, value: 'decoy' },
      { name: 'versionCode', type: types.decimal, value: 666 },
      { name: 'package', namespaced: true, type: types.string, value: 'com.decoy' },
    ];
    const scrambled = [
      { ...versionCode(42), name: 'a' },
      { ...versionName('1.2.3'), name: '' },
      packageAttribute('com.example.app'),
    ];
    expect(await inspectManifest([...decoys, ...scrambled])).toMatchObject(usualInfo);
  });

  it('a missing version is null', async () => {
    expect(await inspectManifest([packageAttribute('com.example.app')])).toMatchObject({
      ...usualInfo,
      appVersion: null,
      buildVersion: null,
    });
  });

  it('both halves of a long version code make one number', async () => {
    const major = {
      name: 'versionCodeMajor',
      resourceId: ids.versionCodeMajor,
      type: types.decimal,
      value: 3,
    };
    const info = await inspectManifest([versionCode(0xfffffff0, types.hexadecimal), major]);
    expect(info.buildVersion).toBe(String(3n * 2n ** 32n + 0xfffffff0n));
  });

  it.each([
    ['plain text', Buffer.from('<?xml version="1.0"?><manifest package="a.b"/>'), /plain text/],
    ['another outermost element', buildManifest(usual, { element: 'resources' }), /manifest element/],
    ['nothing', Buffer.alloc(0), /damaged/],
    ['only zeros', Buffer.alloc(4096), /damaged/],
    ['attributes too narrow', narrowAttributes(), /damaged/],
    ['a control character in the version', buildManifest([versionName('1.\u00000')]), /control character/],
    ['half a surrogate pair', buildManifest([versionName('1.\ud800')]), /control character/],
    ['an endless version', buildManifest([versionName('1'.repeat(256))]), /longer than 255/],
  ])('holding %s are refused', async (_, manifest, sentence) => {
    const result = inspect(buildApk(manifest), 'apk');
    await expect(result).rejects.toThrow(NotAnApp);
    await expect(result).rejects.toThrow(sentence);
  });
});

describe('versions that are resource references', () => {
  const reference = (index: number) => 0x7f020000 + index;
  const withReference = [
    versionCode(reference(1), types.reference),
    versionName(reference(0), types.reference),
  ];
  const french = Buffer.concat([Buffer.alloc(4), Buffer.from('fr'), Buffer.alloc(54)]);

  it.each(['plain', 'sparse', 'short', 'compact'] as const)(
    'are resolved in a table of %s entries',
    async (layout) => {
      const entries = [{ type: types.string, value: '9.8.7' }, { type: types.decimal, value: 77 }, undefined];
      const table = buildResourceTable([
        { configuration: french, entries: [{ type: types.string, value: 'neuf' }] },
        { entries, layout },
      ]);
      expect(await inspectManifest(withReference, {}, table)).toMatchObject({
        appVersion: '9.8.7',
        buildVersion: '77',
      });
    },
  );

  it('are followed through other references', async () => {
    const entries = [
      { type: types.reference, value: reference(2) },
      { type: types.decimal, value: 1 },
      { type: types.string, value: 'at last' },
    ];
    const info = await inspectManifest(withReference, {}, buildResourceTable([{ entries }], false));
    expect(info.appVersion).toBe('at last');
  });

  it.each([
    ['in a cycle', [{ entries: [{ type: types.reference, value: reference(0) }] }]],
    ['to nowhere', [{ entries: [] }]],
    ['to the system', [{ entries: [{ type: types.reference, value: 0x01040000 }] }]],
    [
      'to another configuration only',
      [{ configuration: french, entries: [{ type: types.string, value: 'neuf' }] }],
    ],
  ])('%s are null', async (_, resources) => {
    expect(await inspectManifest(withReference, {}, buildResourceTable(resources))).toMatchObject({
      appVersion: null,
      buildVersion: null,
    });
  });

  it('without a table are null', async () => {
    expect(await inspectManifest(withReference)).toMatchObject({ appVersion: null, buildVersion: null });
  });
});

function junkChunk(): Buffer {
  return chunk(0x0999, Buffer.alloc(4), Buffer.from('junk junk junk junk '));
}

function narrowAttributes(): Buffer {
  const manifest = buildManifest(usual);
  const at = manifest.indexOf(Buffer.from([20, 0, 20, 0, usual.length, 0]));
  manifest.writeUInt16LE(4, at + 2);
  return manifest;
}
