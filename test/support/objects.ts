import { access, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Keys of what the data directory stores, half-received uploads included. */
export async function objectsIn(dataDir: string): Promise<string[]> {
  const root = join(dataDir, 'objects');
  for (;;) {
    try {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    } catch {
      // A folder may go while it is read.
      if (!(await exists(root))) return [];
    }
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
