import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const stopPatienceMs = 60_000;

/** A whole service on an embedded database, without a browser: every run that is made ends for want of a device. */
export async function startFuzzedService() {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-fuzz-'));
  // Root's embedded database runs as another user, who must be able to enter.
  await chmod(folder, 0o711);
  const key = `gk_fuzz_${randomBytes(20).toString('hex')}`;
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      GANTRY_PORT: '0',
      GANTRY_DATA_DIR: join(folder, 'data'),
      GANTRY_ADMIN_KEY: key,
      GANTRY_RATE_LIMIT: '0',
      GANTRY_BROWSER_SLOTS: '0',
      GANTRY_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'close');
  const close = async () => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
    await exited;
    clearTimeout(force);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  let out = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      out += text;
      const [, address] = /listens on (\S+)\n/.exec(out) ?? [];
      if (address !== undefined) resolve(address);
    });
    void exited.then(([code, signal]) => reject(new Error(`the service ended with ${code ?? signal}`)));
  }).catch(async (error) => {
    await close();
    throw error;
  });
  return { url, key, close };
}
