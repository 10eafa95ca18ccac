import { type FileHandle, open } from 'node:fs/promises';
import { finished, type Readable, Writable } from 'node:stream';
import { unavailable } from '../kernel/errors.ts';
import { SizeMismatch } from './object-store.ts';

/** What may wait in memory while a write is under way; as much again is in that write. */
const bufferBytes = 4 * 1024 * 1024;
/** The disk starts on what has arrived instead of getting all of it at the end. */
const syncEveryBytes = 32 * 1024 * 1024;

/**
 * Streams `body` into a new file and syncs it; resolves to its size. The file is left to the caller if this
 * throws, and so is the body: destroying a request would cut the answer off.
 */
export async function receiveFile(path: string, body: Readable, size: number | undefined): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch(fault);
  const sink = new FileSink(file, size);
  try {
    await drain(body, sink);
    await sink.settled();
    await file.sync().catch(fault);
    return sink.received;
  } finally {
    await sink.settled().catch(() => {});
    await file.close().catch(fault);
  }
}

function drain(body: Readable, sink: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    finished(body, { writable: false }, (error) => {
      if (error) sink.destroy(error);
    });
    finished(sink, (error) => (error ? reject(error) : resolve()));
    body.pipe(sink);
  });
}

class FileSink extends Writable {
  received = 0;
  readonly #file: FileHandle;
  readonly #size: number | undefined;
  #written = 0;
  #unsynced = 0;
  #sync: Promise<void> | undefined;
  #write: Promise<void> = Promise.resolve();
  #syncError: unknown;

  constructor(file: FileHandle, size: number | undefined) {
    super({ highWaterMark: bufferBytes, decodeStrings: true });
    this.#file = file;
    this.#size = size;
  }

  /** Resolves when the file handle is idle: closing it under a write could hit a stranger's descriptor. */
  async settled(): Promise<void> {
    await this.#write.catch(() => {});
    await this.#sync;
    if (this.#syncError !== undefined) throw unavailable('storage', this.#syncError);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#put([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#put(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: (error?: Error) => void): void {
    const short = this.#size !== undefined && this.received < this.#size;
    done(short ? new SizeMismatch(this.#size ?? 0, this.received) : undefined);
  }

  #put(chunks: Buffer[], done: (error?: Error) => void): void {
    for (const chunk of chunks) this.received += chunk.length;
    if (this.#size !== undefined && this.received > this.#size) {
      done(new SizeMismatch(this.#size, this.received));
      return;
    }
    if (this.#syncError !== undefined) {
      done(unavailable('storage', this.#syncError));
      return;
    }
    this.#write = this.#writeAll(chunks);
    this.#write.then(
      () => done(),
      (error: unknown) => done(unavailable('storage', error)),
    );
  }

  async #writeAll(chunks: Buffer[]): Promise<void> {
    let rest = chunks;
    while (rest.length > 0) {
      const { bytesWritten } = await this.#file.writev(rest, this.#written);
      this.#written += bytesWritten;
      this.#unsynced += bytesWritten;
      rest = after(rest, bytesWritten);
    }
    if (this.#unsynced >= syncEveryBytes && this.#sync === undefined) this.#startSync();
  }

  #startSync(): void {
    this.#unsynced = 0;
    this.#sync = this.#file
      .datasync()
      .catch((error: unknown) => {
        this.#syncError = error;
      })
      .finally(() => {
        this.#sync = undefined;
      });
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

function fault(error: unknown): never {
  throw unavailable('storage', error);
}
