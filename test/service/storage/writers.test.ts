import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  blockBytes,
  openDirectWriter,
  takeAlignedBlocks,
  takesDirectWrites,
} from '../../../src/service/storage/direct-writer.ts';
import { openCachedWriter } from '../../../src/service/storage/file-writer.ts';
import { receiveFile } from '../../../src/service/storage/stage.ts';
import { createTestFolder } from '../../support/service.ts';

const sizes = [
  1,
  4095,
  4096,
  4097,
  blockBytes - 1,
  blockBytes,
  blockBytes + 1,
  2 * blockBytes,
  3 * blockBytes + 4096 + 7,
];

describe.each([
  ['past the page cache', openDirectWriter],
  ['through the page cache', openCachedWriter],
])('a file written %s', (_name, open) => {
  it.each(sizes)('holds the very bytes that came, at a size of %i', async (size) => {
    const folder = await createTestFolder();
    if (open === openDirectWriter && !(await takesDirectWrites(join(folder, 'probe')))) return;
    const path = join(folder, 'file');
    const bytes = randomBytes(size);
    const writer = await open(path);
    if (writer === null) throw new Error('no blocks are free');
    expect(await receiveFile(writer, Readable.from(inUnevenPieces(bytes)), size)).toBe(size);
    expect(digest(await readFile(path))).toBe(digest(bytes));
  });
});

describe('memory for cached writes', () => {
  it('is bounded by the number of chunks too: a caller may send byte by byte', async () => {
    const folder = await createTestFolder();
    const writer = await openCachedWriter(join(folder, 'file'));
    let count = 0;
    while (writer.write(Buffer.from('x')) === undefined) count += 1;
    expect(count).toBeLessThan(2_000);
    await writer.finish();
    await writer.close();
    expect((await readFile(join(folder, 'file'))).length).toBe(count + 1);
  });
});

describe('memory for direct writes', () => {
  it('is bounded, given back, and starts at page boundaries', () => {
    const taken = [];
    for (let blocks = takeAlignedBlocks(); blocks !== null; blocks = takeAlignedBlocks()) taken.push(blocks);
    expect(taken.length * 2 * blockBytes).toBeLessThan(64 * 1024 * 1024);
    expect(takeAlignedBlocks()).toBeNull();
    for (const blocks of taken) blocks.release();
    const again = takeAlignedBlocks();
    expect(again).not.toBeNull();
    again?.release();
  });

  it('is given back when an upload breaks off', async () => {
    const folder = await createTestFolder();
    if (!(await takesDirectWrites(join(folder, 'probe')))) return;
    for (let round = 0; round < 10; round += 1) {
      const writer = await openDirectWriter(join(folder, String(round)));
      if (writer === null) throw new Error(`no blocks are free in round ${round}`);
      const body = new Readable({ read: () => undefined });
      body.push(randomBytes(5_000_000));
      const receiving = receiveFile(writer, body, 10_000_000);
      body.destroy(new Error('the caller went away'));
      await expect(receiving).rejects.toThrow('the caller went away');
    }
  });
});

function* inUnevenPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0, length = 1; at < bytes.length; at += length, length = ((length * 7) % 200_003) + 1) {
    yield bytes.subarray(at, at + length);
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
