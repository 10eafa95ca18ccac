import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import type { DiskStore } from '../../../src/service/storage/disk.ts';
import { type DiskPlace, startDiskPlace } from './disk-place.ts';

const newKey = () => `files/${newId()}/${newId()}.apk`;

describe('the data directory', () => {
  let place: DiskPlace;
  let store: DiskStore;

  beforeAll(async () => {
    place = await startDiskPlace();
    store = place.open();
  });
  afterAll(() => place?.stop());

  it('promotes by copy where a file can have no more links', async () => {
    const key = newKey();
    const bytes = randomBytes(1000);
    await store.write(key, Readable.from([bytes]));
    const links = join(place.root, 'links');
    mkdirSync(links);
    let full = false;
    for (let index = 0; index < 65_100 && !full; index += 1) {
      try {
        linkSync(join(place.root, key), join(links, String(index)));
      } catch {
        full = true;
      }
    }
    const copy = `apps/${newId()}/a`;
    expect(await store.promote(key, copy)).toEqual({ size: 1000 });
    expect((await buffer(await store.read(copy))).equals(bytes)).toBe(true);
    expect((await stat(join(place.root, copy))).mode & 0o777).toBe(0o600);
    if (full) expect((await stat(join(place.root, copy))).nlink).toBe(1);
    await rm(links, { recursive: true });
  });

  it('deletes 10,000 files', async () => {
    const folder = join(place.root, 'files', 'many');
    await mkdir(folder, { recursive: true });
    const keys = Array.from({ length: 10_000 }, (_, index) => `files/many/${index}.apk`);
    for (const key of keys) writeFileSync(join(place.root, key), 'x');
    await store.delete(keys);
    expect(await readdir(folder)).toEqual([]);
  });
});
