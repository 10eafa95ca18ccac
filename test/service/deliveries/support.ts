import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/kernel/clock.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { createOutbound, type Outbound } from '../../../src/kernel/outbound/outbound.ts';
import { createSealer, type Sealer } from '../../../src/kernel/sealed.ts';
import { type Database, openDatabase } from '../../../src/service/database/database.ts';
import { migrate } from '../../../src/service/database/migrate.ts';
import { type Notifications, openNotifications } from '../../../src/service/database/notifications.ts';
import type { Row } from '../../../src/service/database/tables.ts';
import { createDeliverer, type DelivererParts } from '../../../src/service/deliveries/deliver.ts';
import { createReceiverGate } from '../../../src/service/deliveries/receiver-gate.ts';
import { queues, queueTopic } from '../../../src/service/jobs/job.ts';
import { type JobLoop, startShortLoop } from '../../../src/service/jobs/short-loop.ts';
import { currentSecret } from '../../../src/service/projects/signing-secret.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

export const log = createLog('silent');

export interface DeliveryPlace {
  db: Database;
  query: TestDatabase['query'];
  notifications: Notifications;
  outbound: Outbound;
  sealer: Sealer;
  projectId: string;
  secret: string;
}

/** A migrated database with one project, and what a deliverer is made of. All of it goes with the test. */
export async function openPlace(way: (databaseUrl: string) => string = (url) => url): Promise<DeliveryPlace> {
  const { url, query } = await createTestDatabase();
  const connection = { connectionString: way(url) };
  await migrate({ connection, log, patienceMs: 0 });
  const { db, close } = openDatabase({
    connection,
    poolSize: 8,
    log,
    limits: { connectionMs: 5_000, statementMs: 10_000, answerMs: 13_000 },
  });
  onTestFinished(close);
  const notifications = await openNotifications(connection, log);
  onTestFinished(() => notifications.close());
  const outbound = createOutbound({
    policy: { allowPrivate: true, allowNetworks: [] },
  });
  onTestFinished(() => outbound.close());
  const sealer = createSealer(randomBytes(32));
  const projectId = await insertProject(query);
  const secret = (await currentSecret(db, sealer, projectId))?.secret ?? '';
  return { db, query, notifications, outbound, sealer, projectId, secret };
}

export async function insertProject(query: TestDatabase['query']): Promise<string> {
  const id = newId();
  await query(`insert into projects (id, name) values ($1, 'Shop')`, [id]);
  return id;
}

/** Runs that have just ended, with their results due. */
export async function insertResults(
  { query, projectId }: Pick<DeliveryPlace, 'query' | 'projectId'>,
  urls: readonly string[],
  bodyOf: (runId: string) => string = (runId) => JSON.stringify({ id: runId, status: 'completed' }),
): Promise<string[]> {
  const ids = urls.map(() => newId());
  await query(
    `with given as (select * from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, url, body)),
     ran as (
       insert into runs (id, project_id, type, status, platform, webhook_url, webhook_status, completed_at)
       select id, $4, 'chat', 'completed', 'web', url, 'pending', now() from given
     ), written as (
       insert into deliveries (run_id, project_id, url, body, next_attempt_at)
       select id, $4, url, body, now() from given
     )
     insert into jobs (queue, name, payload)
     select 'deliveries', 'delivery.attempt', jsonb_build_object('runId', id, 'attempt', 1) from given`,
    [ids, urls, ids.map(bodyOf), projectId],
  );
  return ids;
}

export async function insertResult(
  place: Pick<DeliveryPlace, 'query' | 'projectId'>,
  url: string,
  body?: string,
): Promise<string> {
  const [id = ''] = await insertResults(place, [url], body === undefined ? undefined : () => body);
  return id;
}

export interface DeliveryOptions {
  capacity?: number;
  from?: readonly string[];
  timeoutMs?: number;
  outbound?: DelivererParts['outbound'];
  db?: Database;
}

/** The loop and the handler as a worker has them. */
export function startDelivering(place: DeliveryPlace, options: DeliveryOptions = {}): JobLoop {
  const { capacity = 1_024, from = [queues.retries, queues.deliveries], db = place.db, ...others } = options;
  const deliver = createDeliverer({
    ...place,
    db,
    clock: systemClock,
    log,
    gate: createReceiverGate({ capacity }),
    ...others,
  });
  const loop = startShortLoop({
    db,
    queues: from,
    handlers: { 'delivery.attempt': deliver, 'objects.delete': async () => 'done' },
    capacity,
    batchSize: 500,
    log,
  });
  for (const queue of from) {
    onTestFinished(place.notifications.subscribe(queueTopic(queue), loop.wake));
  }
  onTestFinished(() => loop.stop());
  return loop;
}

export interface Received {
  atMs: number;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves when that many requests have come. */
  hasReceived(count: number): Promise<void>;
  /** The most requests that were under way at once. */
  peak(): number;
  sockets(): number;
}

/** A real server. `answer` gets the number of the request, from one. */
export async function startReceiver(
  answer: (response: ServerResponse, count: number, request: IncomingMessage) => void = (response) =>
    response.end('ok'),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  let underWay = 0;
  let peak = 0;
  const listener: RequestListener = (request, response) => {
    underWay += 1;
    peak = Math.max(peak, underWay);
    response.once('close', () => {
      underWay -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        atMs: performance.now(),
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      });
      answer(response, received.length, request);
      for (const look of [...waiting]) look();
    });
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/results`,
    received,
    peak: () => peak,
    sockets: () => sockets.size,
    hasReceived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

/** An address at which nobody listens. */
export async function unusedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/nobody`;
}

export async function statusOf(
  { query }: Pick<DeliveryPlace, 'query'>,
  runId: string,
): Promise<string | null> {
  const { rows } = await query('select webhook_status from runs where id = $1', [runId]);
  return rows[0].webhook_status;
}

export type LoggedAttempt = Omit<Row<'delivery_attempts'>, 'run_id'>;

export async function attemptsOf(
  { query }: Pick<DeliveryPlace, 'query'>,
  runId: string,
): Promise<LoggedAttempt[]> {
  const { rows } = await query('select * from delivery_attempts where run_id = $1 order by number', [runId]);
  return rows;
}
