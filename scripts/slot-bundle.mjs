import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { replaceFolder } from './replace-folder.mjs';

/**
 * Writes the program of a slot as few files. A slot starts before each first run and is replaced again and again; from
 * some thousand modules, each of them looked up on the disk, it would start three times as slowly.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** What is large and itself one file, or is needed by few, stays where it is. */
const external = /^(?:playwright-core|ai|@ai-sdk\/.+)$/;

const bundle = await rolldown({
  cwd: root,
  input: { main: 'src/service/slots/slot-main.ts' },
  platform: 'node',
  transform: { target: 'node20' },
  external,
});
const { output } = await bundle.generate({
  dir: `${dist}slot`,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
const files = new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
await replaceFolder(dist, 'slot', files);
