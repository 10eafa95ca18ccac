import { connect, createServer, type Socket } from 'node:net';
import { inject, onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { type Database, openDatabase } from '../../../src/service/database/database.ts';
import { migrate } from '../../../src/service/database/migrate.ts';
import { type Job, queues } from '../../../src/service/jobs/job.ts';
import { claim } from '../../../src/service/jobs/job-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

export const log = createLog('silent');
export const allShort = [queues.retries, queues.deliveries] as const;

export interface JobsDatabase {
  url: string;
  db: Database;
  query: TestDatabase['query'];
}

export async function openJobs(): Promise<JobsDatabase> {
  const { url, query } = await createTestDatabase();
  await migrate({ connection: { connectionString: url }, log, patienceMs: 0 });
  return { url, db: openPool(url), query };
}

export function openPool(url: string, poolSize = 8): Database {
  const { db, close } = openDatabase({ connection: { connectionString: url }, poolSize, log });
  onTestFinished(close);
  return db;
}

/** Jobs whose one key is their queue and their number. */
export async function fill(
  { query }: Pick<JobsDatabase, 'query'>,
  count: number,
  { queue = queues.deliveries as string, dueInSeconds = -1, isClaimed = false } = {},
): Promise<void> {
  await query(
    `insert into jobs (queue, name, payload, due_at, claim_token)
     select $1::text, 'objects.delete', jsonb_build_object('keys', jsonb_build_array($1::text || ' ' || n)),
       now() + make_interval(secs => $3) + n * interval '1 microsecond', case when $4 then gen_random_uuid() end
     from generate_series(1, $2::int) n`,
    [queue, count, dueInSeconds, isClaimed],
  );
}

export async function claimOne(db: Database): Promise<Job> {
  const [job] = await claim(db, allShort, 1);
  if (job === undefined) throw new Error('nothing was claimed');
  return job;
}

/** What a database does that is restarted, or a network that forgets a connection. */
export interface Line {
  url: string;
  /** Ends every connection and takes no new ones. */
  cut(): void;
  restore(): void;
  /** Lets nothing pass any more on the connections there are, and tells nobody; new ones work. */
  silence(): void;
}

export async function startLine(databaseUrl: string): Promise<Line> {
  const { host, port } = inject('postgres');
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(`${host}/.s.PGSQL.${port}`);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    cut();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line does not listen');
  const { username, password, pathname } = new URL(databaseUrl);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${address.port}${pathname}`,
    cut,
    restore() {
      isCut = false;
    },
    silence() {
      for (const socket of sockets) socket.unpipe();
    },
  };
}
