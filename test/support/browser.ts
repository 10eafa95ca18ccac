import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../dist/devices/web/find-browser.js';
import type { BrowserProgram } from '../../dist/devices/web/launch.js';
import { childAccount } from '../../dist/kernel/account.js';
import { reachable } from '../../dist/slots/slot-folder.js';

/** The browser that the tests use, found by the same code as the service's; null where there is none. */
export const browserProgram: BrowserProgram | null = await findProgram();
export const browserPath: string | null = browserProgram?.executablePath ?? null;

async function findProgram(): Promise<BrowserProgram | null> {
  const ownCache = fileURLToPath(new URL('../../node_modules/.cache/gantry', import.meta.url));
  const browser = await findBrowser({
    path: process.env.GANTRY_BROWSER_PATH,
    searchPath: process.env.PATH ?? '',
    // Browsers of root's services run as another account, which may not enter the home of root.
    cacheDir: join(await reachable(ownCache, childAccount()), 'browsers'),
  });
  return browser === null ? null : browser.program();
}
