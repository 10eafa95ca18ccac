// Builds dist/ when its sources have changed. It does not check types: `npm run check` does.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const fingerprintFile = join(dist, '.fingerprint');
const sources = [
  'src',
  'dashboard',
  'docs',
  ...['build', 'dashboard-bundle', 'replace-folder', 'slot-bundle', 'tool-bundle'].map(
    (name) => `scripts/${name}.mjs`,
  ),
  'package.json',
  'npm-shrinkwrap.json',
  'tsconfig.json',
];
/** Written by a bundle, and not by the compiler. */
const bundles = new Set(['dashboard', 'slot', 'tool']);

const fingerprint = await fingerprintOf(sources);
const builtFrom = await readFile(fingerprintFile, 'utf8').catch(() => null);
if (builtFrom !== fingerprint) {
  console.error('Building Gantry: some 10 seconds, and only after a change …');
  await mkdir(dist, { recursive: true });
  await rm(fingerprintFile, { force: true });
  await Promise.all([
    compile().then(() => node('scripts/tool-bundle.mjs')),
    node('scripts/slot-bundle.mjs'),
    node('scripts/dashboard-bundle.mjs'),
  ]);
  await writeFile(fingerprintFile, fingerprint);
}

async function compile() {
  const tsc = 'node_modules/typescript/bin/tsc';
  await Promise.all([node(tsc, '-p', 'src', '--noCheck'), node(tsc, '-p', 'src/client', '--noCheck')]);
  for (const entry of await readdir(dist, { withFileTypes: true }))
    if (entry.isDirectory() && !bundles.has(entry.name) && !entry.name.startsWith('.'))
      await removeOrphans(join(dist, entry.name));
}

/** What was compiled from a file that is gone. */
async function removeOrphans(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeOrphans(path);
    else {
      const source = join(root, 'src', path.slice(dist.length)).replace(/(?:\.js(?:\.map)?|\.d\.ts)$/, '.ts');
      if (!existsSync(source)) await rm(path);
    }
  }
  if ((await readdir(folder)).length === 0) await rmdir(folder);
}

function node(...args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      console.error(`The build failed: ${args.join(' ')}`);
      process.exit(1);
    });
  });
}

async function fingerprintOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const name of await filesOf(path)) {
      const content = await readFile(join(root, name));
      hash.update(`${name}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

async function filesOf(path) {
  if (/\.(?:json|mjs)$/.test(path)) return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(?:png|gif|jpe?g)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}
