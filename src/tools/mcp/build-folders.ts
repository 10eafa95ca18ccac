import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { ToolRefusal } from './failure.ts';

export interface BuildFolders {
  /** The real path and size of a file in one of the folders; throws for all others. */
  find(path: string): Promise<{ path: string; size: number }>;
}

/** A path is taken from the first folder. Links are followed first: one that leads out of the folders can't be reached. */
export function openBuildFolders(folders: readonly string[]): BuildFolders {
  const [base = '.'] = folders;
  return {
    async find(path) {
      const file = await realpath(resolve(base, path)).catch(() => null);
      // One answer for what is not there and what is elsewhere: an agent does not learn which files exist.
      if (file === null || !(await isInside(file))) {
        throw new ToolRefusal(
          `There is no file "${path}" that may be uploaded; the folders for builds are: ${folders.join(', ')}.`,
        );
      }
      const { size, isFile } = await look(file);
      if (!isFile) throw new ToolRefusal(`"${path}" is no file; pack a .app folder as MyApp.app.zip first.`);
      return { path: file, size };
    },
  };

  async function isInside(file: string): Promise<boolean> {
    const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)));
    return real.some(
      (folder) => folder !== null && (file === folder || file.startsWith(folder.replace(/\/$/, '') + sep)),
    );
  }
}

async function look(file: string): Promise<{ size: number; isFile: boolean }> {
  const found = await stat(file);
  return { size: found.size, isFile: found.isFile() };
}
