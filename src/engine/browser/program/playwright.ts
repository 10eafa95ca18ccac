import { createRequire } from 'node:module';
import type * as Playwright from 'playwright-core';

/** Required, not imported: before an import, Node reads all seven megabytes to learn which names they export. */
const library: typeof Playwright = createRequire(import.meta.url)('playwright-core');

export const { chromium, errors, selectors } = library;
