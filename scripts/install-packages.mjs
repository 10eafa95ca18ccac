// `node scripts/install-packages.mjs test bench`: installs what only these folders need, where it is not installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

for (const folder of process.argv.slice(2)) install(join(root, folder), folder);

function install(path, name) {
  const lock = readFileSync(join(path, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const marker = join(path, 'node_modules', '.installed');
  if (contentOf(marker) === wanted) return;
  console.error(`Installing the packages that only ${name}/ needs …`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: path,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(marker, wanted);
}

function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
