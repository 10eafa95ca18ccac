import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quietPort } from '../../support/ports.ts';

const require = createRequire(import.meta.url);
const startTimeoutMs = 110_000;

export interface RunningAppium {
  url: string;
  /** What our own driver has seen. */
  journal(): Promise<Journal>;
  /** Lets the sessions open that asked to be held. */
  letIn(): Promise<void>;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface Journal {
  opened: number;
  open: string[];
  apps: Array<{ app: string; sha256: string; size: number }>;
  commands: string[];
  /** Builds that are in a cloud, and the cloud's own settings of the session. */
  clouds: Array<{ app: string; options: Record<string, unknown> }>;
  /** Sessions that have ended, by whomever. */
  ended: string[];
  /** When each of the commands came, in milliseconds. */
  times: number[];
  /** Those of the session that was opened last. */
  capabilities: Record<string, unknown>;
  /** How many sessions wait to be let in. */
  held: number;
}

/** Drivers of ours, by their folder. */
interface Drivers {
  folder: string;
  package: string;
  /** What they are told at the start of the server. */
  given?: object;
}

const shopDrivers: Drivers = { folder: 'driver', package: 'gantry-test-driver' };

/**
 * A real Appium server with drivers of ours, under the names of UiAutomator2 and XCUITest, and with Appium's own fake
 * driver. They are entered into its list of drivers directly: installing one would ask a registry.
 */
export async function startAppium(drivers = shopDrivers): Promise<RunningAppium> {
  const home = await mkdtemp(join(tmpdir(), 'gantry-appium-'));
  await writeManifest(home, drivers);
  const given = join(home, 'given.json');
  await writeFile(given, JSON.stringify(drivers.given ?? {}));
  const port = await quietPort();
  const program = join(dirname(require.resolve('appium/package.json')), 'index.js');
  const child = spawn(
    process.execPath,
    [
      program,
      'server',
      '--address',
      '127.0.0.1',
      '--port',
      String(port),
      '--log-level',
      'error',
      '--log-no-colors',
    ],
    {
      env: { ...process.env, APPIUM_HOME: home, TMPDIR: home, GANTRY_TEST_DRIVER: given },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const said: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  try {
    await answering(url, child, said);
  } catch (error) {
    await end(child, 'SIGKILL');
    await rm(home, { recursive: true, force: true });
    throw error;
  }
  return {
    url,
    async journal() {
      const answer = await fetch(`${url}/journal`);
      return (await answer.json()) as Journal;
    },
    async letIn() {
      await fetch(`${url}/let-in`);
    },
    kill: () => end(child, 'SIGKILL'),
    async close() {
      await end(child, 'SIGTERM');
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function writeManifest(home: string, { folder, package: name }: Drivers): Promise<void> {
  const own = join(dirname(fileURLToPath(import.meta.url)), folder);
  const fake = dirname(require.resolve('@appium/fake-driver/package.json'));
  const driver = (
    automationName: string,
    platform: string,
    mainClass: string,
    installPath: string,
    pkgName: string,
  ) => ({
    automationName,
    platformNames: [platform],
    mainClass,
    pkgName,
    version: '1.0.0',
    installType: 'local',
    installSpec: installPath,
    installPath,
  });
  const manifest = {
    drivers: {
      uiautomator2: driver('UiAutomator2', 'Android', 'AndroidDriver', own, name),
      xcuitest: driver('XCUITest', 'iOS', 'IosDriver', own, name),
      fake: driver('Fake', 'Fake', 'FakeDriver', fake, '@appium/fake-driver'),
    },
    plugins: {},
    schemaRev: 4,
  };
  const path = join(home, 'node_modules', '.cache', 'appium', 'extensions.yaml');
  await mkdir(dirname(path), { recursive: true });
  // JSON is YAML.
  await writeFile(path, JSON.stringify(manifest));
}

async function answering(url: string, child: ChildProcess, said: string[]): Promise<void> {
  const deadlineMs = Date.now() + startTimeoutMs;
  while (Date.now() < deadlineMs && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/status`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Appium did not start:\n${said.join('')}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(force);
}
