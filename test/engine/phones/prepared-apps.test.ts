import { chmod, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { createPreparedApps } from '../../../src/engine/phones/prepared-apps.ts';
import type { AppFile, AppSuffix } from '../../../src/engine/task.ts';
import { preparesInPieces } from './large-app.ts';
import {
  apk,
  appFile,
  appTarGz,
  appZip,
  collect,
  never,
  readAll,
  sha256,
  type TarEntry,
  tarGzOf,
  temporaryFolder,
  zipOf,
} from './support.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;

beforeEach(async () => {
  place = await temporaryFolder();
  folder = join(place.folder, 'apps');
});
afterEach(() => place.remove());

const prepare = (filename: string, bytes: Buffer, form: AppSuffix = '.zip', facts: Partial<AppFile> = {}) =>
  createPreparedApps({ folder, maxBytes: 1_000_000 }).prepare(
    { ...appFile(filename, bytes), ...facts },
    form,
    never,
  );

describe('a prepared app', () => {
  it('is what was uploaded where a phone opens that by itself, under a name made of its hash', async () => {
    const android = await apk();
    const ios = await appZip();
    const one = await prepare('../../Shop 1.APK', android, '.apk');
    const other = await prepare('Shop.app.zip', ios);
    expect(one.path).toBe(join(folder, `${sha256(android)}.apk`));
    expect(other.path).toBe(join(folder, `${sha256(ios)}.zip`));
    expect((await readAll(one.path)).equals(android)).toBe(true);
    expect((await readAll(other.path)).equals(ios)).toBe(true);
  });

  it('is opened by an Appium server that knows its path, and found by nobody else', async () => {
    // As earlier versions made it.
    await mkdir(folder);
    await chmod(folder, 0o755);
    const { path } = await prepare('Shop.apk', await apk(), '.apk');
    expect((await stat(folder)).mode & 0o777).toBe(0o751);
    expect((await stat(path)).mode & 0o004).toBe(0o004);
  });

  it('is the APK that a zip wraps, and an APK that is only named a zip', async () => {
    const inner = await apk();
    const zip = await zipOf({ 'notes.txt': 'x', 'out/shop.apk': inner });
    const wrapped = await prepare('release.zip', zip, '.apk');
    expect(wrapped.path).toMatch(/\.apk$/);
    expect((await readAll(wrapped.path)).equals(inner)).toBe(true);
    const named = await prepare('named.zip', inner, '.apk');
    expect((await readAll(named.path)).equals(inner)).toBe(true);
    await expect(prepare('Shop.zip', await appZip(), '.apk')).rejects.toThrow('there is no APK in it');
  });

  it.each(['Shop.app.tar.gz', 'Shop.tgz'])(
    'is a zip with the modes and links of the tar, for %s',
    async (filename) => {
      const { path } = await prepare(filename, await appTarGz());
      expect(await entriesOf(path)).toEqual({
        'Shop.app/': { mode: 0o40755, content: '' },
        'Shop.app/Info.plist': { mode: 0o100644, content: '<plist/>' },
        'Shop.app/Shop': { mode: 0o100755, content: 'code' },
        'Shop.app/Current': { mode: 0o120777, content: 'Shop' },
      });
    },
  );

  const inFolder = (folder: string) =>
    Object.fromEntries(
      Object.entries({
        'Info.plist': { mode: 0o100644, content: '<plist/>' },
        Shop: { mode: 0o100755, content: 'code' },
        Current: { mode: 0o120777, content: 'Shop' },
        'Übersicht.png': { mode: 0o100644, content: 'picture' },
      }).map(([name, entry]) => [`${folder}/${name}`, entry]),
    );

  it.each<[string, AppSuffix, string]>([
    ['Shop.app', '.ipa', 'Payload/Shop.app'],
    ['Payload/Shop.app', '.zip', 'Shop.app'],
    ['out/Shop.app', '.zip', 'Shop.app'],
    ['out/Shop.app', '.ipa', 'Payload/Shop.app'],
    ['Shop.APP', '.zip', 'Shop.app'],
    ['Shop', '.zip', 'Shop.app'],
    ['', '.ipa', 'Payload/Build 7.app'],
  ])(
    'whose app lies in "%s" has it in its place in an %s, with modes and links, and nothing beside it',
    async (from, form, to) => {
      const files = inFolder(from);
      const entries = Object.entries(files).map(([name, entry]) => [name.replace(/^\//, ''), entry] as const);
      const beside = from === '' ? [] : [['notes.txt', { mode: 0o100644, content: 'x' }] as const];
      const zip = await zipWithModes([...beside, ...entries]);
      const tar = await tarGzOf(
        [...beside, ...entries].map(([name, { mode, content }]) =>
          (mode & 0o170000) === 0o120000
            ? { name, type: 'symlink', linkname: content }
            : { name, content, mode: mode & 0o777 },
        ),
      );
      for (const [filename, bytes] of [
        ['Build 7.zip', zip],
        ['Build 7.tgz', tar],
      ] as const) {
        const { path } = await prepare(filename, bytes, form, { folder: from });
        expect(path.slice(-4)).toBe(form);
        expect(await entriesOf(path)).toEqual(inFolder(to));
      }
    },
  );

  it('is the upload itself where that has the form of its phone', async () => {
    const ipa = await zipOf({ 'Payload/Shop.app/Info.plist': '<plist/>', 'SwiftSupport/x': 'x' });
    for (const filename of ['Shop.ipa', 'Shop.zip']) {
      const { path } = await prepare(filename, ipa, '.ipa', { folder: 'Payload/Shop.app' });
      expect(path).toBe(join(folder, `${sha256(ipa)}.ipa`));
      expect((await readAll(path)).equals(ipa)).toBe(true);
    }
  });

  it('is one file for each form of the same upload', async () => {
    const apps = createPreparedApps({ folder, maxBytes: 1_000_000 });
    const app = appFile('Shop.zip', await appZip());
    const names = ['.zip', '.ipa', '.zip'] as const;
    for (const form of names) (await apps.prepare(app, form, never)).release();
    expect((await readdir(folder)).map((name) => name.slice(64)).sort()).toEqual(['.ipa', '.zip']);
  });

  it.each<[string, ZipFiles]>([
    ['a link out of it', [['Shop.app/a', { mode: 0o120777, content: '../../x' }]]],
    ['an absolute link', [['Shop.app/a', { mode: 0o120777, content: '/etc/passwd' }]]],
    ['a device', [['Shop.app/a', { mode: 0o020644, content: '' }]]],
    [
      'a file twice',
      [
        ['Shop.app/a', { mode: 0o100644, content: 'x' }],
        ['Shop.app//a', { mode: 0o100644, content: 'y' }],
      ],
    ],
    ['no app where it was', [['other/a', { mode: 0o100644, content: 'x' }]]],
  ])('is refused for a zip with %s, and leaves nothing behind', async (_what, files) => {
    await expect(prepare('Shop.zip', await zipWithModes(files), '.ipa')).rejects.toMatchObject({
      code: 'APP_NOT_INSTALLED',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each<[string, TarEntry[]]>([
    ['a name with ..', [{ name: 'a/../../x', content: 'x' }]],
    ['an absolute name', [{ name: '/etc/x', content: 'x' }]],
    ['a link out of it', [{ name: 'a', type: 'symlink', linkname: '../x' }]],
    ['an absolute link', [{ name: 'a', type: 'symlink', linkname: '/etc/passwd' }]],
    [
      'a hard link',
      [
        { name: 'a', content: 'x' },
        { name: 'b', type: 'link', linkname: 'a' },
      ],
    ],
    ['a device', [{ name: 'a', type: 'character-device' }]],
    [
      'a file twice',
      [
        { name: 'a/x', content: 'x' },
        { name: 'a/./x', content: 'y' },
      ],
    ],
    [
      'a file in place of a link',
      [
        { name: 'a', type: 'symlink', linkname: 'b' },
        { name: 'a', content: 'y' },
      ],
    ],
    ['nothing', []],
  ])('is refused for a tar with %s, and leaves nothing behind', async (_what, entries) => {
    await expect(prepare('Shop.tgz', await tarGzOf(entries))).rejects.toMatchObject({
      code: 'APP_NOT_INSTALLED',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused for a file that is cut off, is no archive, or is not all that was stored', async () => {
    const tar = await appTarGz();
    const failing = { code: 'APP_NOT_INSTALLED' };
    await expect(prepare('Shop.tgz', tar.subarray(0, tar.length / 2))).rejects.toMatchObject(failing);
    await expect(prepare('Shop.tgz', Buffer.from('no gzip'))).rejects.toMatchObject(failing);
    await expect(prepare('Shop.zip', Buffer.from('no zip'))).rejects.toMatchObject(failing);
    const short = { ...appFile('shop.apk', await apk()), size: 7 };
    const apps = createPreparedApps({ folder, maxBytes: 1_000 });
    await expect(apps.prepare(short, '.apk', never)).rejects.toMatchObject(failing);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('the folder of prepared apps', () => {
  it('shares one download among all who ask at once, and lets none of them end it for the others', async () => {
    const bytes = await apk();
    let reads = 0;
    const read = async () => {
      reads += 1;
      return Readable.from([bytes]);
    };
    const app = { ...appFile('shop.apk', bytes), read };
    const apps = createPreparedApps({ folder, maxBytes: 1_000_000 });
    const leaving = new AbortController();
    const left = apps.prepare(app, '.apk', leaving.signal);
    const stayed = Promise.all([apps.prepare(app, '.apk', never), apps.prepare(app, '.apk', never)]);
    leaving.abort(new Error('cancelled'));
    await expect(left).rejects.toThrow('cancelled');
    const [one, other] = await stayed;
    expect([one.path, reads]).toEqual([other.path, 1]);
    await apps.prepare(app, '.apk', never);
    expect(reads).toBe(1);
  });

  it('drops what was used longest ago when it is full, and never what is in use', async () => {
    const sized = (name: string) => zipOf({ 'AndroidManifest.xml': name, filler: Buffer.alloc(1_000) });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(sized));
    const apps = createPreparedApps({ folder, maxBytes: 3_000 });
    const open = (bytes: Buffer = Buffer.alloc(0)) => apps.prepare(appFile('x.apk', bytes), '.apk', never);
    const first = await open(a);
    (await open(b)).release();
    (await open(c)).release();
    const names = async () => (await readdir(folder)).sort();
    const nameOf = (bytes: Buffer = Buffer.alloc(0)) => `${sha256(bytes)}.apk`;
    expect(await names()).toEqual([nameOf(a), nameOf(c)].sort());
    first.release();
    first.release();
    (await open(c)).release();
    (await open(b)).release();
    expect(await names()).toEqual([nameOf(b), nameOf(c)].sort());
  });

  it('survives a restart, without what a crash has left half done', async () => {
    const bytes = await apk();
    (await prepare('shop.apk', bytes, '.apk')).release();
    await writeFile(join(folder, '.99999999-half'), 'half');
    await writeFile(join(folder, 'notes.txt'), 'of someone else');
    const again = createPreparedApps({ folder, maxBytes: 1_000_000 });
    await again.prepare(appFile('shop.apk', bytes), '.apk', never);
    expect((await readdir(folder)).sort()).toEqual([`${sha256(bytes)}.apk`, 'notes.txt'].sort());
    const tight = createPreparedApps({ folder, maxBytes: 1 });
    await expect(tight.prepare(appFile('x.zip', Buffer.from('no')), '.zip', never)).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  it('makes an app anew that someone has removed, and leaves alone what another process uses', async () => {
    const bytes = await apk();
    const apps = createPreparedApps({ folder, maxBytes: 1 });
    const app = appFile('shop.apk', bytes);
    const used = await apps.prepare(app, '.apk', never);
    await place.remove();
    await mkdir(folder, { recursive: true });
    used.release();
    const again = await apps.prepare(app, '.apk', never);
    expect((await readAll(again.path)).equals(bytes)).toBe(true);
    const soon = new Date(Date.now() + 60_000);
    await utimes(again.path, soon, soon);
    again.release();
    const other = await apps.prepare(
      appFile('other.apk', await zipOf({ 'AndroidManifest.xml': 'o' })),
      '.apk',
      never,
    );
    expect((await stat(again.path)).size).toBe(bytes.length);
    other.release();
  });

  it('holds a large app in pieces only, made of Shop.zip to .ipa', async () => {
    await preparesInPieces(folder, 'Shop.zip', '.ipa', (content) => zipOf({ 'Shop.app/Shop': content }));
  });
});

it('takes a link in the place of its folder for what it is: the folder', async () => {
  await mkdir(join(place.folder, 'real'));
  await symlink(join(place.folder, 'real'), folder);
  const { path } = await prepare('shop.apk', await apk(), '.apk');
  expect((await stat(path)).isFile()).toBe(true);
});

type ZipFiles = readonly (readonly [string, { mode: number; content: string }])[];

async function zipWithModes(files: ZipFiles): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, { mode, content }] of files) zip.addBuffer(Buffer.from(content), name, { mode });
  zip.end();
  return collect(zip.outputStream as Readable);
}

async function entriesOf(path: string): Promise<Record<string, { mode: number; content: string }>> {
  const zip = await yauzl.openPromise(path, { autoClose: false });
  const entries: Record<string, { mode: number; content: string }> = {};
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    entries[entry.fileName] = {
      mode: entry.externalFileAttributes >>> 16,
      content: Buffer.concat(parts).toString(),
    };
  }
  zip.close();
  return entries;
}
