import { chmod, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { zipFolder } from '../../../src/tools/cli/apps/zip-folder.ts';
import { xmlPlist } from '../../service/inspect/plist-samples.js';
import { createTestFolder, startTestService } from '../../support/service.js';
import { builds } from '../../support/uploads.js';
import { startWay } from '../../support/way.js';
import { gantry } from './support.js';

describe('gantry apps', () => {
  it('uploads a build, sends the same content only once, and again with --force', async () => {
    const service = await startTestService();
    const file = await buildFile();
    const first = await gantry(service, ['apps', 'upload', file, '--json']);
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.json()).toMatchObject({ wasThere: false, app: { platform: 'ios', removeAfter: null } });
    const { id } = first.json().app;

    const second = await gantry(service, ['apps', 'upload', file]);
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining(id) });
    expect(second.err).toContain('is there already; nothing was sent');
    expect((await gantry(service, ['apps', 'upload', file, '--quiet', '--remove-after', '7d'])).out).toBe(
      `${id}\n`,
    );

    const forced = await gantry(service, [
      'apps',
      'upload',
      file,
      '--force',
      '--quiet',
      '--remove-after',
      '1h30m',
    ]);
    expect(forced.out).not.toBe(`${id}\n`);
    const known = await gantry(service, ['apps', 'upload', file, '--quiet', '--remove-after', '1h']);
    expect(known.out).toBe(forced.out);
    const { apps } = (await gantry(service, ['apps', 'list', '--json'])).json();
    expect(apps).toMatchObject([
      { id: forced.out.trim(), removeAfter: 5_400 },
      { id, removeAfter: null },
    ]);
  });

  it('sends a build again when what is there will not stay long enough', async () => {
    const service = await startTestService();
    const file = await buildFile();
    const short = await gantry(service, ['apps', 'upload', file, '-q', '--remove-after', '60']);
    const permanent = await gantry(service, ['apps', 'upload', file, '-q']);
    expect(permanent.out).not.toBe(short.out);
  });

  it('lists, narrows, fits the terminal, and deletes', async () => {
    const service = await startTestService();
    const id = (await gantry(service, ['apps', 'upload', await buildFile(), '-q'])).out.trim();
    const { out } = await gantry(service, ['apps', 'list'], { terminal: 72 });
    expect(out).toContain(id);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(72);
    expect((await gantry(service, ['apps', 'list', '--platform', 'android'])).out).toBe(
      'There are no apps yet.\n',
    );
    expect(await gantry(service, ['apps', 'delete', id])).toMatchObject({ code: 0, out: `Deleted ${id}\n` });
    expect((await gantry(service, ['apps', 'list', '--json'])).json()).toEqual({ apps: [] });
    expect(await gantry(service, ['apps', 'delete', id])).toMatchObject({ code: 2 });
  });

  it('zips a folder MyApp.app on the way and leaves no temporary file behind', async () => {
    const service = await startTestService();
    const folder = await appFolder();
    const temporary = await createTestFolder();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, err, json } = await gantry(service, ['apps', 'upload', folder, '--json']);
    expect([code, err]).toEqual([0, '']);
    expect(json().app).toMatchObject({ filename: 'Shop', platform: 'ios', bundleId: 'com.example.shop' });
    expect((await gantry(service, ['apps', 'upload', `${folder}/`, '--json'])).json()).toMatchObject({
      wasThere: true,
    });
    const stopped = await gantry(service, ['apps', 'upload', folder, '--force'], {
      signal: AbortSignal.abort(),
    });
    expect(stopped.code).not.toBe(4);
    expect((await readdir(temporary)).filter((name) => name.startsWith('gantry-zip-'))).toEqual([]);
  });

  it('refuses what is no build before anything is sent', async () => {
    const service = await startTestService();
    const folder = await createTestFolder();
    await writeFile(join(folder, 'app.exe'), 'x');
    await writeFile(join(folder, 'empty.apk'), '');
    for (const [file, said] of [
      [join(folder, 'none.apk'), 'there is no such file'],
      [join(folder, 'app.exe'), 'must end in'],
      [join(folder, 'empty.apk'), 'is empty'],
      [folder, 'Only a folder that ends in .app'],
    ] as const) {
      const { code, err } = await gantry(service, ['apps', 'upload', file]);
      expect([code, err]).toEqual([2, expect.stringContaining(said)]);
    }
  });

  it('outlives a connection that breaks in the middle, and says so', async () => {
    let port = 0;
    const way = await startWay(() => connect(port, '127.0.0.1'));
    const url = `http://127.0.0.1:${way.port}`;
    const service = await startTestService({ settings: { GANTRY_PUBLIC_URL: url } });
    port = Number(new URL(service.url).port);
    const file = join(await createTestFolder(), 'ApiDemos-debug.apk');
    await writeFile(file, await builds.android.bytes());
    way.cutAfter(100_000);
    const { code, out, err } = await gantry(service, ['apps', 'upload', file, '--url', url], {
      env: { GANTRY_API_KEY: 'gk_tests_0123456789abcdefghijABCDEFGHIJ', HOME: await createTestFolder() },
    });
    expect([code, out]).toEqual([0, expect.stringContaining('for android')]);
    expect(err).toMatch(/can't be reached.*Trying again in/);
  });
});

describe('a zipped folder', () => {
  it('has the same bytes whatever the times, the order and the time zone, and keeps modes and links', async () => {
    const signal = new AbortController().signal;
    const bytesOf = (folder: string) => zipFolder(folder, signal, ({ path }) => readFile(path));
    const [one, other] = [await appFolder(), await appFolder()];
    await utimes(join(other, 'Info.plist'), 1, 1);
    const zone = process.env.TZ;
    onTestFinished(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });
    const zip = await bytesOf(one);
    process.env.TZ = 'Pacific/Auckland';
    expect(await bytesOf(other)).toEqual(zip);
    await chmod(join(other, 'Info.plist'), 0o600);
    expect(await bytesOf(other)).not.toEqual(zip);
    expect(modesIn(zip)).toEqual({
      'Shop.app/': 0o40755,
      'Shop.app/Frameworks/': 0o40755,
      'Shop.app/Frameworks/current': 0o120777,
      'Shop.app/Info.plist': 0o100644,
      'Shop.app/Shop': 0o100755,
    });
    expect(zip.toString('latin1')).toContain('../Shop');
  });
});

/** The smallest iOS app, as Xcode leaves it: a folder. */
async function appFolder(): Promise<string> {
  const folder = join(await createTestFolder(), 'Shop.app');
  await mkdir(join(folder, 'Frameworks'), { recursive: true });
  await writeFile(join(folder, 'Shop'), 'x');
  await writeFile(
    join(folder, 'Info.plist'),
    xmlPlist({ CFBundleIdentifier: 'com.example.shop', CFBundleExecutable: 'Shop' }),
  );
  await symlink('../Shop', join(folder, 'Frameworks', 'current'));
  for (const path of ['', 'Frameworks', 'Shop']) await chmod(join(folder, path), 0o755);
  await chmod(join(folder, 'Info.plist'), 0o644);
  return folder;
}

async function buildFile(): Promise<string> {
  const folder = await appFolder();
  const file = join(await createTestFolder(), 'Shop.app.zip');
  await zipFolder(folder, new AbortController().signal, async ({ path }) =>
    writeFile(file, await readFile(path)),
  );
  return file;
}

/** Names and modes, from the central directory. */
function modesIn(zip: Buffer): Record<string, number> {
  const modes: Record<string, number> = {};
  for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    modes[name] = zip.readUInt32LE(at + 38) >>> 16;
  }
  return modes;
}
