import { finished, type Readable } from 'node:stream';
import { unavailable } from '../../kernel/errors.ts';
import type { FileWriter } from './file-writer.ts';
import { SizeMismatch } from './object-store.ts';

/**
 * Streams `body` into a new file and syncs it; resolves to its size. The file is left to the caller if this
 * throws, and so is the body: destroying a request would cut the answer off.
 */
export async function receiveFile(
  writer: FileWriter,
  body: Readable,
  size: number | undefined,
): Promise<number> {
  try {
    const received = await drain(body, writer, size);
    await writer.finish().catch(fault);
    return received;
  } finally {
    await writer.close().catch(fault);
  }
}

/** By hand and not by a pipe: at a gigabyte a second every callback between socket and disk is felt. */
function drain(body: Readable, writer: FileWriter, size: number | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = 0;
    const stop = (error: Error) => {
      body.off('data', take);
      body.pause();
      reject(error);
    };
    const take = (data: Buffer | string) => {
      const chunk = typeof data === 'string' ? Buffer.from(data) : data;
      received += chunk.length;
      if (size !== undefined && received > size) {
        stop(new SizeMismatch(size, received));
        return;
      }
      const busy = writer.write(chunk);
      if (busy === undefined) return;
      body.pause();
      busy.then(
        () => body.resume(),
        (error: unknown) => stop(unavailable('storage', error)),
      );
    };
    finished(body, { writable: false }, (error) => {
      if (error) stop(error);
      else if (size !== undefined && received < size) stop(new SizeMismatch(size, received));
      else resolve(received);
    });
    body.on('data', take);
  });
}

function fault(error: unknown): never {
  throw unavailable('storage', error);
}
