import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../src/devices/web/find-browser.ts';
import type { BrowserProgram } from '../../src/devices/web/launch.ts';

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
