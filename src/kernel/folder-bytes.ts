import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below it; stops counting once it is beyond `limit`, in bytes or in files. */
export async function folderBytes(folder: string, limit: { bytes: number; files: number }): Promise<number> {
  let bytes = 0;
  let files = 0;
  const entries = await opendir(folder, { recursive: true }).catch(() => null);
  if (entries === null) return 0;
  try {
    for await (const entry of entries) {
      if (!entry.isFile()) continue;
      files += 1;
      bytes += (await lstat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
      if (files > limit.files) return Number.POSITIVE_INFINITY;
      if (bytes > limit.bytes) return bytes;
    }
  } catch {
    // A folder went while it was read.
  }
  return bytes;
}
