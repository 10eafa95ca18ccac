import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../dist/devices/web/find-browser.js';
import type { BrowserProgram } from '../../dist/devices/web/launch.js';

/** The browser that the tests use, found by the same code as the service's; null where there is none. */
export const browserProgram: BrowserProgram | null = await findProgram();
export const browserPath: string | null = browserProgram?.executablePath ?? null;

async function findProgram(): Promise<BrowserProgram | null> {
  const browser = await findBrowser({
    path: process.env.GANTRY_BROWSER_PATH,
    searchPath: process.env.PATH ?? '',
    cacheDir: fileURLToPath(new URL('../../node_modules/.cache/gantry-chromium', import.meta.url)),
  });
  return browser === null ? null : browser.program();
}
