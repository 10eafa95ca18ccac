import { onTestFinished } from 'vitest';
import type { Database } from '../../../src/service/database/database.ts';
import type { JobHandlers, JobOf, JobOutcome } from '../../../src/service/jobs/job.ts';
import { type JobLoop, type ShortLoopOptions, startShortLoop } from '../../../src/service/jobs/short-loop.ts';
import { allShort, type JobsDatabase, log } from './support.ts';

export type Deletion = JobOf<'objects.delete'>;

export function looping(
  db: Database,
  handle: (job: Deletion) => Promise<JobOutcome>,
  options: Partial<ShortLoopOptions> = {},
): JobLoop {
  const handlers: Partial<JobHandlers> = {
    'objects.delete': handle,
    'delivery.attempt': async () => 'done',
  };
  const loop = startShortLoop({
    db,
    queues: allShort,
    handlers,
    capacity: 100,
    batchSize: 50,
    log,
    ...options,
  });
  onTestFinished(() => loop.stop());
  return loop;
}

export async function left({ query }: JobsDatabase) {
  return (await query('select * from jobs order by id')).rows;
}
