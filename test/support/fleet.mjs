import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The tests name it as they have bundled it. */
const program =
  process.env.SCRIPTED_GANTRY ?? fileURLToPath(new URL('./scripted-gantry.mjs', import.meta.url));
const keptLogChars = 200_000;

/**
 * Processes of the service on one database and one data directory, whose runs follow the script in their prompt.
 * Whoever creates the fleet closes it; that ends its processes without ceremony.
 */
export function createFleet({ databaseUrl, dataDir, apiKey, settings = {} }) {
  const shared = {
    PATH: process.env.PATH ?? '',
    GANTRY_PORT: '0',
    GANTRY_DATABASE_URL: databaseUrl,
    GANTRY_DATABASE_POOL_SIZE: '4',
    GANTRY_DATA_DIR: dataDir,
    GANTRY_DATA_DIR_SHARED: 'true',
    GANTRY_SECRET_KEY: 'x'.repeat(32),
    GANTRY_PUBLIC_URL: 'http://gantry.example.test',
    GANTRY_ADMIN_KEY: apiKey,
    GANTRY_RATE_LIMIT: '0',
    GANTRY_ALLOW_NETWORKS: '127.0.0.0/8',
    // Processes may take long to start where many do at once.
    GANTRY_NO_DEVICE_GRACE_SECONDS: '60',
    GANTRY_LOG_LEVEL: 'info',
    ...settings,
  };
  const members = new Set();

  return {
    members,
    async start(role, { platforms = 'web', slots = 4, settings: own = {} } = {}) {
      const child = spawn(process.execPath, [program, platforms, String(slots)], {
        env: { ...shared, GANTRY_ROLE: role, ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const member = createMember(role, child);
      members.add(member);
      void member.exited.then(() => members.delete(member));
      await member.started;
      return member;
    },
    async close() {
      const last = [...members];
      for (const { child } of last) child.kill('SIGKILL');
      await Promise.all(last.map(({ exited }) => exited));
    },
  };
}

function createMember(role, child) {
  let out = '';
  let log = '';
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const member = {
    role,
    child,
    url: '',
    exited,
    log: () => log,
    isAlive: () => child.exitCode === null && child.signalCode === null,
  };
  child.stderr.on('data', (text) => {
    log = (log + text).slice(-keptLogChars);
  });
  member.started = new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      out += text;
      const [, url] = /listens on (\S+)\n/.exec(out) ?? [];
      if (url === undefined) return;
      member.url = url;
      resolve();
    });
    void exited.then(({ code, signal }) => {
      reject(new Error(`the ${role} ended with ${code ?? signal} before it listened:\n${log}`));
    });
  });
  // Whoever does not wait for the start of a process that is killed meanwhile has nothing to fear.
  member.started.catch(() => undefined);
  return member;
}
