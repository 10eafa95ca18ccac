import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
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
