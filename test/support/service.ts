import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { FetchLimits } from '../../src/service/apps/import-limits.ts';
import { loadConfig, slotEnvironment } from '../../src/service/config.ts';
import type { DatabaseLimits } from '../../src/service/database/database.ts';
import { type Service, startService } from '../../src/service/service.ts';
import type { Execution } from '../../src/service/worker/worker.ts';
import { type AtEnd, createTestDatabase, gatherClosers, type TestDatabase } from './database.js';
import { requireDocumented } from './documented-answers.ts';
import { keepFiles, keepRows, type Resettable, usedAgain } from './used-again.js';

export const adminKey = 'gk_tests_0123456789abcdefghijABCDEFGHIJ';

/** An API process alone: nothing sweeps. */
export const apiOnly = {
  GANTRY_ROLE: 'api',
  GANTRY_SECRET_KEY: 'x'.repeat(32),
  GANTRY_PUBLIC_URL: 'http://gantry.example.test',
  GANTRY_DATA_DIR_SHARED: 'true',
};

export interface TestService {
  url: string;
  dataDir: string;
  databaseUrl: string;
  projectId: string;
  query: TestDatabase['query'];
  service: Service;
  logged: () => string;
  /** A call to the API with the admin key; its answer must be one that openapi.json describes. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

export interface CallOptions {
  key?: string | null;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  body: any;
}

export interface TestServiceOptions {
  settings?: Record<string, string>;
  clock?: Clock;
  database?: TestDatabase;
  dataDir?: string;
  /** `real`: what the settings ask for. None by default: every run then ends with `NO_DEVICE`. */
  execution?: Execution | 'real';
  fetchLimits?: FetchLimits;
  callerLimits?: DatabaseLimits;
  atEnd?: AtEnd;
  /** Not one that an earlier test has used: what it measures begins at zero. */
  isNew?: true;
}

const noExecution: Execution = {
  runners: [],
  close: async () => undefined,
};

/**
 * The real service in this process, on a database and a data directory of its own; all of it goes with the test. One with
 * the usual settings may have served an earlier test of the file, and has nothing of that left.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { settings, ...others } = options;
  const isUsual = Object.keys(others).length === 0 && (settings === undefined || settings === apiOnly);
  return isUsual
    ? usedAgain(settings === undefined ? 'usual' : 'api', () => startResettable(options))
    : startNew(options);
}

async function startResettable(options: TestServiceOptions): Promise<TestService & Resettable> {
  const { atEnd, close } = gatherClosers();
  const database = await createTestDatabase({ atEnd });
  const started = await startNew({ ...options, database, atEnd });
  const restoreRows = await keepRows(database);
  const restoreFiles = await keepFiles(started.dataDir);
  let isClosed = false;
  return {
    ...started,
    service: {
      ...started.service,
      close() {
        isClosed = true;
        return started.service.close();
      },
    },
    async reset() {
      if (isClosed || !(await restoreRows())) return false;
      await restoreFiles();
      started.forgetLog();
      return true;
    },
    close,
  };
}

async function startNew(options: TestServiceOptions): Promise<TestService & { forgetLog(): void }> {
  const { atEnd = onTestFinished } = options;
  const database = options.database ?? (await createTestDatabase({ atEnd }));
  const dataDir = options.dataDir ?? (await createTestFolder(atEnd));
  if (options.execution === 'real') await (await import('./browser.js')).provideBrowser(dataDir);
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  const config = loadConfig(
    {},
    {
      GANTRY_PORT: '0',
      GANTRY_DATA_DIR: dataDir,
      GANTRY_DATABASE_URL: database.url,
      GANTRY_ADMIN_KEY: adminKey,
      GANTRY_RATE_LIMIT: '0',
      GANTRY_SHUTDOWN_GRACE_SECONDS: '5',
      GANTRY_DATABASE_POOL_SIZE: '4',
      ...options.settings,
    },
  );
  const service = await startService(config, {
    log,
    onFatal: raise,
    ...(options.clock && { clock: options.clock }),
    ...(options.fetchLimits && { fetchLimits: options.fetchLimits }),
    ...(options.callerLimits && { callerLimits: options.callerLimits }),
    ...(options.execution === 'real'
      ? { environment: slotEnvironment(config) }
      : { execution: options.execution ?? noExecution }),
  });
  atEnd(() => service.close());
  const url = service.localUrl;
  return {
    url,
    dataDir,
    databaseUrl: database.url,
    projectId: service.bootstrap.projectId ?? '',
    query: database.query,
    service,
    logged: () => lines.join(''),
    forgetLog: () => void lines.splice(0),
    async call(method, path, body, callOptions) {
      const answer = await call(`${url}/api/v1${path}`, method, body, callOptions);
      requireDocumented(method, path, answer);
      return answer;
    },
  };
}

/** Others may enter it: below a private folder, root's embedded database would have to move elsewhere. */
export async function createTestFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-test-'));
  await chmod(folder, 0o711);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function call(
  url: string,
  method: string,
  body?: unknown,
  { key = adminKey, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Asks again until it holds; for what other processes or loops do in their own time. */
export async function eventually(check: () => Promise<void>, timeoutMs = 240_000): Promise<void> {
  const giveUpAtMs = performance.now() + timeoutMs;
  // More and more rarely: what takes seconds is not made slower by the asking.
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.2, 250)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > giveUpAtMs) throw error;
    }
    await delay(pauseMs);
  }
}

function raise(error: Error): void {
  throw error;
}
