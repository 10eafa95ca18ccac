// `npm test [-- names and options of vitest]`: the first tier, which proves every guarantee once.
// `npm run test:full`: both tiers. The second is the exhaustive rest, in files called `*.full.test.ts`; `--rest` runs it alone.
// A name is a folder below test/ or a part of a path: `npm test -- engine`, `npm test -- scene/naming`.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

const given = process.argv.slice(2);
const tier = given.includes('--full') ? 'both' : given.includes('--rest') ? 'second' : 'first';
const args = given.filter((arg) => arg !== '--full' && arg !== '--rest').map(folderOrName);

const child = spawn(process.execPath, [vitest, 'run', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_TIER: tier },
});
const end = () => child.kill('SIGTERM');
process.once('SIGTERM', end);
child.once('exit', (code) => {
  process.removeListener('SIGTERM', end);
  process.exitCode = code ?? 1;
});

/** "engine" is the wing, and no other file in whose name it occurs. */
function folderOrName(arg) {
  const isFolder =
    !arg.startsWith('-') && statSync(`${root}test/${arg}`, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? `test/${arg.replace(/\/$/, '')}/` : arg;
}
