import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/kernel/clock.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { createDiskStore, type DiskStore } from '../../../src/service/storage/disk.ts';
import { SizeMismatch } from '../../../src/service/storage/object-store.ts';
import { createUrlSigner } from '../../../src/service/storage/signed-url.ts';
import { type DiskPlace, startDiskPlace } from './disk-place.ts';
import { put } from './put.ts';

const newKey = () => `files/${newId()}/${newId()}.apk`;

const storeIn = (root: string) =>
  createDiskStore({
    root,
    signer: createUrlSigner(randomBytes(32), () => 'http://127.0.0.1', systemClock),
    log: createLog('silent'),
  });

describe('the data directory', () => {
  let place: DiskPlace;
  let store: DiskStore;
  const waiting = () => readdir(join(place.root, 'tmp'));

  beforeAll(async () => {
    place = await startDiskPlace();
    store = place.open();
  });
  afterAll(() => place?.stop());

  it('shows nothing under a key before commit, and everything after it', async () => {
    const key = newKey();
    const bytes = randomBytes(1000);
    const staged = await store.stage(Readable.from([bytes]), 1000);
    expect(staged.size).toBe(1000);
    expect(await store.head(key)).toBeNull();
    await staged.commit(key);
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
    expect(await waiting()).toEqual([]);
  });

  it('forgets what is discarded', async () => {
    const staged = await store.stage(Readable.from([randomBytes(10)]), undefined);
    await staged.discard();
    await staged.discard();
    expect(await waiting()).toEqual([]);
  });

  it.each([5, 3_000_000])('keeps nothing of a PUT that is cut after %d bytes', async (cutAfter) => {
    const key = newKey();
    const url = await store.presignPut({ key, size: 5_000_000, expiresAt: new Date(Date.now() + 60_000) });
    const before = place.ended();
    expect(await put(url, randomBytes(5_000_000), { cutAfter })).toBeNull();
    await expect.poll(place.ended).toBe(before + 1);
    expect(await waiting()).toEqual([]);
    expect(await store.head(key)).toBeNull();
  });

  it('says how much came, leaves the body to its owner, and keeps nothing', async () => {
    const body = new PassThrough();
    body.end(randomBytes(11));
    const refused = await store.stage(body, 10).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SizeMismatch);
    expect(refused).toMatchObject({ expected: 10, actual: 11 });
    const short = await store.stage(Readable.from([randomBytes(9)]), 10).catch((error: unknown) => error);
    expect(short).toMatchObject({ name: 'SizeMismatch', expected: 10, actual: 9 });
    expect(await waiting()).toEqual([]);
  });

  it('does not read ahead of the disk without bound', async () => {
    let taken = 0;
    const body = new Readable({
      highWaterMark: 64 * 1024,
      read() {
        taken += 64 * 1024;
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    const staging = store.stage(body, 1024 ** 4).catch((error: unknown) => error);
    await expect.poll(() => taken).toBeGreaterThan(50 * 1024 ** 2);
    const [name = ''] = await waiting();
    // At one moment: more is taken and written all the time.
    const { size } = statSync(join(place.root, 'tmp', name));
    expect(taken - size).toBeLessThan(16 * 1024 ** 2);
    body.destroy(new Error('enough'));
    expect(await staging).toMatchObject({ message: 'enough' });
    expect(await waiting()).toEqual([]);
  });

  it('is private to its user: folders 0700, files 0600', async () => {
    const key = newKey();
    await store.write(key, Readable.from(['x']));
    const copy = `apps/${newId()}/a`;
    await store.promote(key, copy);
    for (const path of [key, copy]) {
      expect((await stat(join(place.root, path))).mode & 0o777).toBe(0o600);
      expect((await stat(join(place.root, path, '..'))).mode & 0o777).toBe(0o700);
    }
    expect((await stat(join(place.root, 'tmp'))).mode & 0o777).toBe(0o700);
  });

  it('sweeps staged files that are an hour old, and no younger ones', async () => {
    const old = await store.stage(Readable.from(['x']), 1);
    const before = await waiting();
    await store.sweep();
    expect(await waiting()).toEqual(before);
    await place.open({ now: () => Date.now() + 59 * 60_000 }).sweep();
    expect(await waiting()).toEqual(before);
    await place.open({ now: () => Date.now() + 61 * 60_000 }).sweep();
    expect(await waiting()).toEqual([]);
    await expect(old.commit(newKey())).rejects.toMatchObject({ code: 'Unavailable' });
  });

  it('promotes by link, at no cost in space', async () => {
    const key = newKey();
    const copy = `apps/${newId()}/a`;
    await store.write(key, Readable.from([randomBytes(100)]));
    await store.promote(key, copy);
    const [source, promoted] = await Promise.all([key, copy].map((one) => stat(join(place.root, one))));
    expect(promoted?.ino).toBe(source?.ino);
  });

  it('is one store for several processes at once: the last commit stands, whole', async () => {
    const key = newKey();
    const stores = [store, place.open(), place.open()];
    const bodies = Array.from({ length: 12 }, () => randomBytes(200_000));
    await Promise.all(
      bodies.map((bytes, index) => stores[index % 3]?.write(key, Readable.from([bytes]), bytes.length)),
    );
    const left = await buffer(await store.read(key));
    expect(bodies.some((bytes) => bytes.equals(left))).toBe(true);
  });
});

describe('a broken disk', () => {
  it('is an Unavailable with the cause, whatever is asked', async () => {
    const root = await mkdtemp(join(tmpdir(), 'gantry-disk-'));
    try {
      const file = join(root, 'file');
      await writeFile(file, '');
      const store = storeIn(file);
      const fault = { code: 'Unavailable', cause: { code: 'ENOTDIR' } };
      const key = newKey();
      await expect(store.check()).rejects.toMatchObject({ code: 'Unavailable' });
      await expect(store.head(key)).rejects.toMatchObject(fault);
      await expect(store.read(key)).rejects.toMatchObject(fault);
      await expect(store.delete([key])).rejects.toMatchObject(fault);
      await expect(store.sweep()).rejects.toMatchObject(fault);
      await expect(store.write(key, Readable.from(['x']))).rejects.toMatchObject({ code: 'Unavailable' });
      await expect(store.promote(key, newKey())).rejects.toMatchObject({ code: 'Unavailable' });
    } finally {
      await rm(root, { recursive: true });
    }
  });

  const small = smallDisk();
  afterAll(() => small?.remove());

  it.skipIf(small === null)(
    'that is full keeps nothing and says Unavailable (needs root: mounts 4 MiB)',
    async () => {
      if (small === null) return;
      const store = storeIn(small.path);
      const key = newKey();
      await store.write(key, Readable.from([randomBytes(1024)]));
      const full = store.write(
        newKey(),
        Readable.from([randomBytes(3 * 1024 ** 2), randomBytes(3 * 1024 ** 2)]),
      );
      await expect(full).rejects.toMatchObject({ code: 'Unavailable', cause: { code: 'ENOSPC' } });
      expect(await readdir(join(small.path, 'tmp'))).toEqual([]);
      expect(await store.write(newKey(), Readable.from([randomBytes(3 * 1024 ** 2)]))).toEqual({
        size: 3 * 1024 ** 2,
      });
      expect(await store.head(key)).toEqual({ size: 1024 });
    },
  );
});

/** Null where this user may not mount. */
function smallDisk(): { path: string; remove(): void } | null {
  const path = mkdtempSync(join(tmpdir(), 'gantry-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path]).status === 0;
  const remove = () => {
    if (mounted) spawnSync('umount', [path]);
    rmSync(path, { recursive: true });
  };
  if (mounted) return { path, remove };
  remove();
  return null;
}
