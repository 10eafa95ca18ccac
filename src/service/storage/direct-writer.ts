import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { errorCode } from '../../kernel/durable-file.ts';
import type { FileWriter } from './file-writer.ts';

const alignment = 4_096;
const isOffered = 'O_DIRECT' in constants && constants.O_DIRECT !== undefined;

/**
 * Past the page cache: the disk takes each block from our memory, which spares a copy of every byte and the flush at
 * the end. Null when the memory for it is in use elsewhere.
 */
export async function openDirectWriter(path: string): Promise<FileWriter | null> {
  const blocks = takeAlignedBlocks();
  if (blocks === null) return null;
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DIRECT;
    return new DirectWriter(path, await open(path, flags, 0o600), blocks);
  } catch (error) {
    blocks.release();
    throw error;
  }
}

/** Whether the file system below `path` takes direct writes; some, and macOS, do not. Throws when it can't be told. */
export async function takesDirectWrites(path: string): Promise<boolean> {
  if (!isOffered) return false;
  let writer: FileWriter | null = null;
  try {
    writer = await openDirectWriter(path);
    await writer?.write(Buffer.alloc(alignment));
    await writer?.finish();
    return writer !== null;
  } catch (error) {
    if (['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(errorCode(error) ?? '')) return false;
    throw error;
  } finally {
    await writer?.close().catch(() => undefined);
    await unlink(path).catch(() => undefined);
  }
}

class DirectWriter implements FileWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #blocks: AlignedBlocks;
  #filling: Buffer;
  #filled = 0;
  #position = 0;
  #writing: Promise<void> | undefined;
  #failure: unknown;

  constructor(path: string, file: FileHandle, blocks: AlignedBlocks) {
    this.#path = path;
    this.#file = file;
    this.#blocks = blocks;
    this.#filling = blocks.first;
  }

  /** Two blocks: while the disk takes one, the other is filled. */
  write(chunk: Buffer): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const taken = chunk.copy(this.#filling, this.#filled);
    this.#filled += taken;
    if (this.#filled < blockBytes) return undefined;
    if (this.#writing !== undefined) return this.#writeLater(chunk.subarray(taken));
    this.#startBlock(blockBytes);
    return taken < chunk.length ? this.write(chunk.subarray(taken)) : undefined;
  }

  async finish(): Promise<void> {
    await this.#settled();
    const whole = this.#filled - (this.#filled % alignment);
    const tail = Buffer.from(this.#filling.subarray(whole, this.#filled));
    if (whole > 0) this.#startBlock(whole);
    await this.#settled();
    if (tail.length > 0) await this.#writeTail(tail);
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#writing;
    try {
      await this.#file.close();
    } finally {
      this.#blocks.release();
    }
  }

  async #writeLater(rest: Buffer): Promise<void> {
    await this.#settled();
    this.#startBlock(blockBytes);
    await this.write(rest);
  }

  async #settled(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #startBlock(length: number): void {
    const { first, second } = this.#blocks;
    const writing = this.#writeAll(this.#filling, length, this.#position);
    this.#writing = writing
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#writing = undefined;
      });
    this.#position += length;
    this.#filling = this.#filling === first ? second : first;
    this.#filled = 0;
  }

  async #writeAll(block: Buffer, length: number, position: number): Promise<void> {
    let written = 0;
    while (written < length) {
      const { bytesWritten } = await this.#file.write(block, written, length - written, position + written);
      written += bytesWritten;
      if (bytesWritten === 0 || written % alignment !== 0)
        throw Object.assign(new Error('the disk took only part of a block'), { code: 'ENOSPC' });
    }
  }

  /** What is less than a page can't be written directly. */
  async #writeTail(tail: Buffer): Promise<void> {
    const file = await open(this.#path, 'r+');
    try {
      let written = 0;
      while (written < tail.length) {
        const { bytesWritten } = await file.write(
          tail,
          written,
          tail.length - written,
          this.#position + written,
        );
        written += bytesWritten;
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/** Memory that the disk can fetch from by itself: direct writes need addresses at page boundaries. */
interface AlignedBlocks {
  readonly first: Buffer;
  readonly second: Buffer;
  release(): void;
}

export const blockBytes = 4 * 1024 * 1024;

/** What direct writes may take in all: 48 MiB. Uploads beyond that are written through the page cache. */
const maxPairs = 6;
const wasmPageBytes = 64 * 1024;

// Node's types leave it out. Of all memory that JavaScript can ask for, only this is promised to be page-aligned.
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};

const free: ArrayBuffer[] = [];
let made = 0;

/** Null when all are in use. */
export function takeAlignedBlocks(): AlignedBlocks | null {
  const memory = free.pop() ?? makePair();
  if (memory === null) return null;
  return {
    first: Buffer.from(memory, 0, blockBytes),
    second: Buffer.from(memory, blockBytes, blockBytes),
    release: () => void free.push(memory),
  };
}

function makePair(): ArrayBuffer | null {
  if (made === maxPairs) return null;
  made += 1;
  const pages = (2 * blockBytes) / wasmPageBytes;
  return new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer;
}
