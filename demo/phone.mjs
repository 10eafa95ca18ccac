import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lastWords, startProgram } from './programs.mjs';

const driver = fileURLToPath(new URL('../test/engine/phones/driver', import.meta.url));
/** Where the packages lie that only the tests and the demo need. */
const tests = new URL('../test/package.json', import.meta.url);
const startTimeoutMs = 90_000;

/**
 * A real Appium server whose driver only pretends to have a phone: it shows a small shop of its own, whatever app it is
 * given. Where it does not start, `ready` says why, and the demo goes on without it.
 */
export async function startPhone(stage) {
  const url = `http://127.0.0.1:${await freePort()}`;
  return { url, ready: start(stage, url).catch((error) => ({ isUp: false, why: error.message })) };
}

async function start(stage, url) {
  const manifest = findAppium();
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const home = join(stage.folder, 'appium');
  await enterDriver(home);
  const program = startProgram(
    stage,
    [
      join(dirname(manifest), 'index.js'),
      'server',
      ...['--address', '127.0.0.1', '--port', new URL(url).port],
      ...['--log-level', 'error', '--log-no-colors', '--tmp', stage.temporaryDir],
    ],
    { APPIUM_HOME: home },
  );
  await answering(program, url, stage.signal);
  return { isUp: true, version };
}

function findAppium() {
  try {
    return createRequire(tests).resolve('appium/package.json');
  } catch {
    throw new Error('Appium is not installed; npm run demo installs it.');
  }
}

/** Entered into its list of drivers directly: installing one would ask a registry. */
async function enterDriver(home) {
  const pretender = {
    automationName: 'UiAutomator2',
    platformNames: ['Android'],
    mainClass: 'AndroidDriver',
    pkgName: 'gantry-test-driver',
    version: '1.0.0',
    installType: 'local',
    installSpec: driver,
    installPath: driver,
  };
  const path = join(home, 'node_modules', '.cache', 'appium', 'extensions.yaml');
  await mkdir(dirname(path), { recursive: true });
  // JSON is YAML.
  await writeFile(path, JSON.stringify({ drivers: { uiautomator2: pretender }, plugins: {}, schemaRev: 4 }));
}

async function answering(program, url, signal) {
  const deadlineMs = Date.now() + startTimeoutMs;
  const { child } = program;
  while (Date.now() < deadlineMs && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/status`, { signal }).catch(() => null);
    signal.throwIfAborted();
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(lastWords(program));
}

/** Below those that the system gives away, of which another process may get this one before Appium has started. */
async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
