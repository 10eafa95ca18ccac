import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Keys of what the data directory stores, half-received uploads included. */
export async function objectsIn(dataDir: string): Promise<string[]> {
  const root = join(dataDir, 'objects');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
