import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../src/engine/browser/program/find-browser.ts';
import type { BrowserProgram } from '../../src/engine/browser/program/launch.ts';
import { createSlotAccounts } from '../../src/service/slots/slot-accounts.ts';
import { reachable } from '../../src/service/slots/slot-folder.ts';

const ownCache = fileURLToPath(new URL('../../node_modules/.cache/gantry', import.meta.url));
const browser = await findBrowser({
  path: process.env.GANTRY_BROWSER_PATH,
  searchPath: process.env.PATH ?? '',
  // Browsers of root's services run as another account, which may not enter the home of root.
  cacheDir: join(await reachable(ownCache, createSlotAccounts().example), 'browsers'),
});

/** The browser that the tests use, found by the same code as the service's; null where there is none. */
export const browserProgram: BrowserProgram | null = (await browser?.program()) ?? null;
export const browserPath: string | null = browserProgram?.executablePath ?? null;

/** Where the browser is npm's, puts it into a data directory as if it had been unpacked there, which takes seconds. */
export async function provideBrowser(dataDir: string): Promise<void> {
  if (browser?.source !== 'npm' || browserPath === null) return;
  const unpacked = dirname(browserPath);
  await linkFolder(unpacked, join(dataDir, 'browsers', basename(unpacked)));
}

async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o755 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFolder(source, target);
    else await linkOrCopy(source, target);
  }
}

/** Another disk takes a copy. A second worker of the same data directory finds the file, which may be running by now. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  await link(source, target).catch((error: NodeJS.ErrnoException) =>
    error.code === 'EEXIST' ? undefined : copyFile(source, target, constants.COPYFILE_FICLONE),
  );
}
