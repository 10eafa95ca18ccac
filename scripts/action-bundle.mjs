import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Writes the GitHub Action as one file that needs no node_modules, or with --check says whether the committed one is up to date. */
const root = fileURLToPath(new URL('..', import.meta.url));
const target = new URL('../action/dist/index.mjs', import.meta.url);

const bundle = await rolldown({
  cwd: root,
  input: 'action/index.ts',
  platform: 'node',
  transform: { target: 'node20' },
  treeshake: true,
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: 'index.mjs',
  banner:
    '// Written by scripts/action-bundle.mjs from action/ and src/client/: what is changed here is lost.',
});
await bundle.close();

const [chunk, ...others] = output;
if (chunk.type !== 'chunk' || others.length > 0) throw new Error('the action must be one file');
const foreign = chunk.imports.filter((name) => !name.startsWith('node:'));
if (foreign.length > 0) throw new Error(`the action must bring along what it imports: ${foreign.join(', ')}`);

if (process.argv.includes('--check')) {
  const committed = await readFile(target, 'utf8').catch(() => '');
  if (committed !== chunk.code) {
    process.stderr.write(
      'action/dist/index.mjs is not what its sources say: run "npm run action" and commit it.\n',
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(target, chunk.code);
}
