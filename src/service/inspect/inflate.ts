import { promisify } from 'node:util';
import { constants, createInflateRaw, inflateRaw } from 'node:zlib';
import { NotAnApp, quoteName } from './not-an-app.ts';

const inflateRawAsync = promisify(inflateRaw);

/** Exactly `size` bytes: what would inflate to more is stopped there, so a bomb costs no more than it declares. */
export async function inflateBounded(packed: Buffer, size: number, name: string): Promise<Buffer> {
  let content: Buffer;
  try {
    content = await inflateRawAsync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (error) {
    throw new NotAnApp(`The entry ${quoteName(name)} is damaged, or larger than its directory says.`, {
      cause: error,
    });
  }
  if (content.length !== size) {
    throw new NotAnApp(`The entry ${quoteName(name)} has not the size that its directory says.`);
  }
  return content;
}

/** How it begins: at most `maxBytes` of it, and fewer where the stream is cut off or damaged behind them. */
export async function inflateStart(packed: Buffer, maxBytes: number): Promise<Buffer> {
  const inflater = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  const parts: Buffer[] = [];
  let size = 0;
  inflater.end(packed);
  try {
    for await (const part of inflater as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // What came before the damage is what there is.
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}
