import { readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { errorCode } from '../../../kernel/durable-file.ts';

/**
 * Makes the links that the package's install script would make: npm may have blocked it.
 * False when the folder can't be written.
 */
export async function linkLibraries(packageDir: string): Promise<boolean> {
  for (const { source, target } of await readLinks(packageDir)) {
    const path = join(packageDir, target);
    if (await stat(path).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(path), join(packageDir, source)), path);
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      // Another process may make the same link at this moment.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

async function readLinks(packageDir: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
