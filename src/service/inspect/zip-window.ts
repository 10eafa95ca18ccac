import * as yauzl from 'yauzl';
import { inMiB, limits } from './limits.ts';
import { NotAnApp } from './not-an-app.ts';
import type { RandomAccess } from './source.ts';

type Phase = 'end record' | 'directory';

interface Region {
  start: number;
  bytes: Buffer;
}

/**
 * What yauzl reads through. It asks for a few bytes at a time; here two reads of the source answer all of them:
 * the end of the file, and everything from the directory's first byte up to that end.
 */
export class ZipWindow extends yauzl.RandomAccessReader {
  readonly size: number;
  #source: RandomAccess;
  #phase: Phase = 'end record';
  #tail: Region = { start: 0, bytes: Buffer.alloc(0) };
  #directory: Region | null = null;
  #directoryStart: number | null = null;
  #directoryEnd = 0;

  constructor(source: RandomAccess) {
    super();
    this.#source = source;
    this.size = source.size;
  }

  get directoryStart(): number {
    return this.#directoryStart ?? this.size;
  }

  async loadTail(): Promise<void> {
    const start = Math.max(0, this.size - limits.zipTailBytes);
    this.#tail = { start, bytes: await this.#source.read(start, this.size) };
  }

  beginDirectory(): void {
    this.#phase = 'directory';
  }

  moreEntriesFollow(): boolean {
    const next = this.#cached(this.#directoryEnd, this.#directoryEnd + 4);
    return this.#directoryStart !== null && next?.readUInt32LE(0) === 0x02014b50;
  }

  /** Bytes of an entry; those of a small file have come with its end. */
  async readEntryBytes(start: number, end: number): Promise<Buffer> {
    return this.#cached(start, end) ?? (await this.#source.read(start, end));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const end = position + length;
    if (!Number.isSafeInteger(end) || end > this.size) {
      callback(new Error('The zip points beyond its own end.'));
      return;
    }
    const cached = this.#cached(position, end);
    if (cached) {
      this.#noteDirectory(position, end);
      cached.copy(buffer, offset);
      callback(null);
      return;
    }
    this.#loadDirectory(position).then(() => this.read(buffer, offset, length, position, callback), callback);
  }

  async #loadDirectory(start: number): Promise<void> {
    if (this.#phase === 'end record' || this.#directory)
      throw new Error('The zip directory is not in one piece.');
    const end = this.#tail.start;
    if (this.size - start > limits.zipDirectoryBytes) {
      throw new NotAnApp(`The zip directory is larger than ${inMiB(limits.zipDirectoryBytes)}.`);
    }
    const bytes = await this.#source.read(start, end);
    this.#directory = { start, bytes: Buffer.concat([bytes, this.#tail.bytes]) };
  }

  #noteDirectory(start: number, end: number): void {
    if (this.#phase !== 'directory') return;
    this.#directoryStart ??= start;
    this.#directoryEnd = end;
  }

  #cached(start: number, end: number): Buffer | null {
    const region = start >= this.#tail.start ? this.#tail : this.#directory;
    if (!region || start < region.start || end > this.size) return null;
    return region.bytes.subarray(start - region.start, end - region.start);
  }
}
