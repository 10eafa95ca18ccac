import { readFile } from 'node:fs/promises';
import type { PageName } from './pages.ts';

const docs = new URL('../../../docs/', import.meta.url);

/** The bundled command line has the texts in itself: scripts/tool-bundle.mjs replaces this file. */
export function readPage(name: PageName): Promise<string> {
  return readFile(new URL(`${name}.md`, docs), 'utf8');
}
