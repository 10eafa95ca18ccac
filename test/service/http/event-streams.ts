import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, get as request } from 'node:http';
import { onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { openDatabase } from '../../../src/service/database/database.ts';
import { openNotifications } from '../../../src/service/database/notifications.ts';
import { createEventHub, type StreamLimits } from '../../../src/service/http/event-stream.ts';
import { latestCursor } from '../../../src/service/runs/event-store.ts';
import { adminKey, apiOnly, startTestService, type TestService } from '../../support/service.js';

export interface SeenEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

interface StreamOptions {
  projectId?: string;
  key?: string;
  lastEventId?: string;
  /** The same, as the parameter of the query. */
  parameter?: string;
  /** Takes nothing off its socket until `read` is called. */
  isSilent?: boolean;
  /** False for one that only counts what it sees, which must be numbered from zero. */
  keeps?: boolean;
}

export function follow(service: TestService, options: StreamOptions = {}) {
  const query = new URLSearchParams({
    ...(options.projectId !== undefined && { projectId: options.projectId }),
    ...(options.parameter !== undefined && { lastEventId: options.parameter }),
  });
  return openStream(`${service.url}/api/v1/events?${query}`, options);
}

/** A client of server-sent events that is gone with the test. */
export async function openStream(url: string, options: StreamOptions = {}) {
  const { key = adminKey, lastEventId, isSilent = false, keeps = true } = options;
  const agent = new Agent({ keepAlive: true });
  const call = request(url, {
    agent,
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  call.on('error', () => undefined);
  onTestFinished(() => {
    call.destroy();
    agent.destroy();
  });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const changed = new EventTarget();
  const seen: SeenEvent[] = [];
  let taken = 0;
  let count = 0;
  let raw = '';
  let rest = '';
  response.on('error', () => undefined);
  const read = () =>
    response.setEncoding('utf8').on('data', (text: string) => {
      if (keeps) raw += text;
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const event of blocks.flatMap(parseBlock)) {
        if (keeps) seen.push(event);
        else if (event.data.n !== count) call.destroy(new Error(`${event.data.n} came instead of ${count}`));
        count += 1;
      }
      changed.dispatchEvent(new Event('change'));
    });
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      if (response.closed) throw new Error(`the stream ended after ${count} events`);
      await once(changed, 'change');
    }
  };
  response.once('close', () => changed.dispatchEvent(new Event('change')));
  if (!isSilent) read();
  if (!isSilent && response.statusCode === 200) await until(() => raw !== '' || !keeps);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => raw,
    seen: () => seen,
    ended: new Promise<void>((resolve) => response.once('close', resolve)),
    read,
    leave: () => void call.destroy(),
    printed: (pattern: RegExp) => until(() => pattern.test(raw)),
    counted: (wanted: number) => until(() => count >= wanted),
    async take(wanted: number): Promise<SeenEvent[]> {
      await until(() => seen.length >= taken + wanted);
      taken += wanted;
      return seen.slice(taken - wanted, taken);
    },
  };
}

function parseBlock(block: string): SeenEvent[] {
  const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
  return id === undefined || event === undefined || data === undefined
    ? []
    : [{ id, event, data: JSON.parse(data) }];
}

interface NewEvent {
  type?: string;
  data: object;
}

export async function emit(
  service: TestService,
  events: NewEvent[],
  projectId = service.projectId,
): Promise<void> {
  await insert(service, events, projectId);
  await notify(service, projectId);
}

export async function insert(
  { query, projectId: own }: Pick<TestService, 'query' | 'projectId'>,
  events: NewEvent[],
  projectId = own,
): Promise<void> {
  await query(
    `insert into events (project_id, type, data)
     select $1, coalesce(event->>'type', 'run.progress'), event->'data' from jsonb_array_elements($2) as event`,
    [projectId, JSON.stringify(events)],
  );
}

export async function insertMany(
  { query, projectId }: TestService,
  count: number,
  bytes: number,
): Promise<void> {
  await query(
    `insert into events (project_id, type, data)
     select $1, 'run.progress', jsonb_build_object('n', n, 'text', repeat('x', $3::int))
     from generate_series(0, $2::int - 1) as n`,
    [projectId, count, bytes],
  );
}

/** As another process does. */
export async function notify(service: TestService, projectId = service.projectId): Promise<void> {
  await service.query(`select pg_notify('gantry', $1)`, [`other events.${projectId}`]);
}

export function numbered(from: number, count: number): NewEvent[] {
  return upTo(count).map((at) => ({ data: { n: from + at } }));
}

export function numbersOf(events: SeenEvent[]): number[] {
  return events.map(({ data }) => Number(data.n));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

export function open(service: TestService) {
  const opened = openDatabase({
    connection: { connectionString: service.databaseUrl },
    poolSize: 2,
    log: createLog('silent'),
  });
  onTestFinished(() => opened.close());
  return opened;
}

/** A hub with limits of its own at a bare server, whose path names the project. */
export async function startHub(limits: StreamLimits) {
  const service = await startTestService({ settings: apiOnly });
  const { db, pool } = open(service);
  const log = createLog('silent');
  const notifications = await openNotifications({ connectionString: service.databaseUrl }, log);
  onTestFinished(() => notifications.close());
  let statements = 0;
  pool.on('acquire', () => {
    statements += 1;
  });
  const hub = createEventHub({ db, notifications, log, limits });
  const server = createServer(async ({ url = '' }, response) => {
    const latest = await latestCursor(db);
    try {
      const isAllowed = async () => true;
      hub.follow({ projectId: url.slice(1), from: latest, latest, response, isAllowed }).pipe(response);
    } catch {
      response.writeHead(429).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await hub.close();
    server.close();
    server.closeAllConnections();
  });
  return {
    service,
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    statements: () => statements,
    connections: () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
  };
}
