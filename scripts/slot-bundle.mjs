import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Writes the program of a slot as few files. A slot starts before each first run and is replaced again and again; from
 * some thousand modules, each of them looked up on the disk, it would start three times as slowly.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = new URL('../dist/slot/', import.meta.url);

/** What is large and itself one file, or is needed by few, stays where it is. */
const external = /^(?:playwright-core|webdriverio|ai|@ai-sdk\/.+)$/;

const bundle = await rolldown({
  cwd: root,
  input: { main: 'src/slots/slot-main.ts' },
  platform: 'node',
  transform: { target: 'node20' },
  external,
});
const { output } = await bundle.generate({
  dir: fileURLToPath(folder),
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
const files = new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
if (!(await isWritten())) await write();

/** What is written already stays: a service may be starting slots from it. */
async function isWritten() {
  const names = await readdir(folder).catch(() => []);
  if (names.length !== files.size) return false;
  for (const name of names)
    if ((await readFile(new URL(name, folder), 'utf8')) !== files.get(name)) return false;
  return true;
}

async function write() {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, content] of files) await writeFile(new URL(name, folder), content);
}
