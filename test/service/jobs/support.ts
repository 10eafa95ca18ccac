import { onTestFinished } from 'vitest';
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
