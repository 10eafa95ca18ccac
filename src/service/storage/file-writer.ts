import { type FileHandle, open } from 'node:fs/promises';

/** Writes a new file from its beginning to its end. */
export interface FileWriter {
  /** Takes the chunk. A promise means: no more until it resolves. What was taken need not be on disk yet. */
  write(chunk: Buffer): Promise<void> | undefined;
  /** Resolves when everything is on disk. */
  finish(): Promise<void>;
  /** Waits for what is under way: closing a file under a write could hit a stranger's descriptor. */
  close(): Promise<void>;
}

/** What may wait in memory while a write is under way; as much again is in that write. */
const bufferBytes = 4 * 1024 * 1024;
/** A caller that sends byte by byte would otherwise fill the memory with the frames of its bytes. */
const maxWaitingChunks = 1_000;
/** The disk starts on what has arrived instead of getting all of it at the end. */
const syncEveryBytes = 32 * 1024 * 1024;

/** Through the page cache, with syncs in the background. */
export async function openCachedWriter(path: string): Promise<FileWriter> {
  return new CachedWriter(await open(path, 'wx', 0o600));
}

class CachedWriter implements FileWriter {
  readonly #file: FileHandle;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #written = 0;
  #unsynced = 0;
  #sync: Promise<void> | undefined;
  #failure: unknown;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  write(chunk: Buffer): Promise<void> | undefined {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#writing ??= this.#writeWaiting();
    const isFull = this.#waitingBytes >= bufferBytes || this.#waiting.length >= maxWaitingChunks;
    return isFull || this.#failure !== undefined ? this.#settled() : undefined;
  }

  async finish(): Promise<void> {
    await this.#settled();
    await this.#sync;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#sync;
    await this.#file.close();
  }

  async #settled(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Never rejects: a failure is kept for the next write or finish. */
  async #writeWaiting(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const chunks = this.#waiting;
        this.#waiting = [];
        this.#waitingBytes = 0;
        await this.#writeAll(chunks);
        if (this.#unsynced >= syncEveryBytes) this.#sync ??= this.#startSync();
      }
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeAll(chunks: Buffer[]): Promise<void> {
    let rest = chunks;
    while (rest.length > 0) {
      const { bytesWritten } = await this.#file.writev(rest, this.#written);
      this.#written += bytesWritten;
      this.#unsynced += bytesWritten;
      rest = after(rest, bytesWritten);
    }
  }

  async #startSync(): Promise<void> {
    this.#unsynced = 0;
    try {
      await this.#file.datasync();
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#sync = undefined;
    }
  }
}

/** A write may take less than all of it, as on a disk that is about to be full. */
function after(chunks: Buffer[], bytes: number): Buffer[] {
  let skip = bytes;
  let index = 0;
  for (const chunk of chunks) {
    if (skip < chunk.length) break;
    skip -= chunk.length;
    index += 1;
  }
  const rest = chunks.slice(index);
  const first = rest[0];
  if (first !== undefined && skip > 0) rest[0] = first.subarray(skip);
  return rest;
}
