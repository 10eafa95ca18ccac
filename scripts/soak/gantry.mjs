import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const apiKey = 'gk_soak_0123456789abcdefghijABCDEFGHIJ';
const stopPatienceMs = 60_000;

/**
 * The whole service as `gantry serve` starts it, on data of its own, with so many runs at once. `closers` take it down
 * again, the last one first.
 */
export async function startGantry({ atOnce, closers, settings = {}, onLog = () => undefined }) {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-soak-'));
  closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  // Root's embedded database runs as another user, who must be able to enter.
  await chmod(folder, 0o711);
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      ...(process.env.GANTRY_BROWSER_PATH && { GANTRY_BROWSER_PATH: process.env.GANTRY_BROWSER_PATH }),
      GANTRY_PORT: '0',
      GANTRY_DATA_DIR: join(folder, 'data'),
      GANTRY_ADMIN_KEY: apiKey,
      GANTRY_RATE_LIMIT: '0',
      GANTRY_BROWSER_SLOTS: String(atOnce),
      GANTRY_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close');
  closers.push(() => stop(child, exited));
  let log = '';
  child.stderr.on('data', (text) => {
    log = (log + text).slice(-20_000);
    onLog(text);
  });
  const banner = await printed(child, exited, /listens on (\S+)\n[\s\S]*Project +(\S+)\n/, () => log);
  const [, url, projectId] = banner;
  if (atOnce > 0) await patch(`${url}/api/v1/projects/${projectId}`, { concurrency: atOnce });
  return {
    url,
    key: apiKey,
    pid: child.pid,
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
}

async function stop(child, exited) {
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
  await exited;
  clearTimeout(force);
}

function printed(child, exited, pattern, log) {
  let out = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      out += text;
      const match = pattern.exec(out);
      if (match) resolve(match);
    });
    void exited.then(([code, signal]) =>
      reject(new Error(`the service ended with ${code ?? signal}:\n${log()}`)),
    );
  });
}

async function patch(address, body) {
  const answer = await fetch(address, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`PATCH ${address}: ${answer.status} ${await answer.text()}`);
}
