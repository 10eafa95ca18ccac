import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, type TestContext } from 'vitest';
import { createFleet, type Fleet, type Member } from '../../support/fleet.mjs';
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.mjs';
import { type Delivery, type Receiver, startReceiver } from '../../support/receiver.mjs';
import { type Answer, adminKey, call } from '../../support/service.ts';

/** 30 s are promised; a machine that runs all tests at once gets some more. */
export const takeoverMs = 45_000;

/** A database, a data directory, a receiver, and processes that come and go. All of it goes with the test. */
export interface Place {
  fleet: Fleet;
  receiver: Receiver;
  dataDir: string;
  projectId: string;
  api: Member;
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Submits a run that reports to the receiver; returns its id. */
  submit(prompt: string, body?: object): Promise<string>;
  run(id: string): Promise<Answer['body']>;
  deliveriesOf(id: string): Delivery[];
}

export interface PlaceOptions {
  decide?: Parameters<typeof startReceiver>[0];
  settings?: Record<string, string>;
  /** The way to the database that the processes take. */
  way?: (databaseUrl: string) => string;
  concurrency?: number;
}

// Hooks come from the test's own context everywhere: those of the module do not know which of several concurrent
// tests calls them.
type Finishing = Pick<TestContext, 'onTestFinished'>;

/** A server for all tests of a file: the one that all files share has no connections to spare for fleets. */
export function usePostgres(): () => OwnPostgres {
  let server: OwnPostgres | undefined;
  let folder = '';
  beforeAll(async () => {
    folder = await createFolder();
    server = await startOwnPostgres(folder);
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return () => {
    if (server === undefined) throw new Error('the server is not started yet');
    return server;
  };
}

/** For a test that stops it. */
export async function ownPostgres({ onTestFinished }: Finishing): Promise<OwnPostgres> {
  const folder = await createFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await startOwnPostgres(folder);
  onTestFinished(() => server.close());
  return server;
}

export async function openPlace(
  { onTestFinished }: Finishing,
  postgres: Pick<OwnPostgres, 'createDatabase'>,
  { decide, settings, way = (url) => url, concurrency = 100 }: PlaceOptions = {},
): Promise<Place> {
  const folder = await createFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const url = await postgres.createDatabase(`place_${crypto.randomUUID().replaceAll('-', '')}`);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  const receiver = await startReceiver(decide);
  onTestFinished(() => receiver.close());
  const fleet = createFleet({
    databaseUrl: way(url),
    dataDir,
    apiKey: adminKey,
    ...(settings && { settings }),
  });
  onTestFinished(() => fleet.close());
  const api = await fleet.start('api');
  const ask: Place['call'] = (method, path, body, headers = {}) =>
    call(`${api.url}/api/v1${path}`, method, body, { headers });
  // On a machine that is busy with other tests, the first calls may be refused: nothing is proved by them.
  const projectId = await until<string>('the API tells its project', async () => {
    const { status, body } = await ask('GET', '/projects');
    return status === 200 && body.projects[0].id;
  });
  await until('the project takes its setting', async () => {
    const { status } = await ask('PATCH', `/projects/${projectId}`, { concurrency });
    return status === 200;
  });
  return {
    fleet,
    receiver,
    dataDir,
    projectId,
    api,
    call: ask,
    query: (text, values) => pool.query(text, values),
    async submit(prompt, more = {}) {
      const answer = await ask('POST', '/runs', { prompt, webhookUrl: receiver.url, ...more });
      if (answer.status !== 202) throw new Error(`POST /runs: ${answer.status}`);
      return answer.body.id;
    },
    run: async (id) => (await ask('GET', `/runs/${id}`)).body,
    deliveriesOf: (id) => receiver.got.filter(({ webhookId }) => webhookId === `msg_${id}`),
  };
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-test-'));
  // Below a private folder, root's embedded database would have to move elsewhere.
  await chmod(folder, 0o711);
  return folder;
}

/** Looks again until there is something other than nothing, and returns that. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 45_000,
): Promise<T> {
  const giveUpAtMs = performance.now() + timeoutMs;
  // More and more rarely: each look is a call to one of the processes, and a takeover takes half a minute.
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.2, 250)) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > giveUpAtMs) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    await delay(pauseMs);
  }
}

export function hasEnded({ status }: { status: string }): boolean {
  return ['completed', 'failed', 'cancelled'].includes(status);
}

/** Waits until each run has its first step, and returns them. */
export async function underWay(place: Place, ids: string[]) {
  return until('the runs are under way', async () => {
    const runs = await Promise.all(ids.map((id) => place.run(id)));
    return runs.every(({ status, output }) => status === 'running' && output.steps.length === 1) && runs;
  });
}

export async function endOf(place: Place, id: string) {
  const run = await place.run(id);
  return hasEnded(run) && run;
}

/** Returns when, by the clock of the database. */
export async function kill(place: Place, { child, exited }: Member): Promise<number> {
  child.kill('SIGKILL');
  await exited;
  const { rows } = await place.query('select now() as at');
  return rows[0].at.getTime();
}

export async function expectNothingLeft(place: Place): Promise<void> {
  const { rows } = await place.query(
    `select (select count(*) from jobs)::int as jobs, (select sum(active_runs) from projects)::int as active,
       (select count(*) from runs where status in ('queued', 'running'))::int as unfinished`,
  );
  expect(rows).toEqual([{ jobs: 0, active: 0, unfinished: 0 }]);
}
