import { readFileSync } from 'node:fs';

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The service, its command line and its client are one package. The bundled command line has it in itself: scripts/tool-bundle.mjs replaces this file. */
export const version = manifest.version;
