import type { Database } from '../database/database.ts';
import type { Log } from '../kernel/log.ts';
import { type Job, type JobHandlers, retryDelaySeconds } from './job.ts';
import { claim, renew, renewEveryMs, reschedule, settle } from './job-store.ts';

/** Few at a time: what a claim brings is parsed in one go, while everyone else waits. */
const batchSize = 2;

/** Carries out what is due until nothing is left, and says how many jobs that were. */
export async function runDueJobs(
  db: Database,
  handlers: JobHandlers,
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  let done = 0;
  while (!signal.aborted) {
    const jobs = await claim(db, batchSize);
    await Promise.all(jobs.map((job) => runJob(db, handlers, log, job)));
    done += jobs.length;
    if (jobs.length < batchSize) break;
  }
  return done;
}

async function runJob(db: Database, handlers: JobHandlers, log: Log, job: Job): Promise<void> {
  const renewal = setInterval(() => {
    renew(db, job).catch((error) => log.warn({ err: error, job: job.name }, 'a lease could not be renewed'));
  }, renewEveryMs);
  try {
    await handlers[job.name](job.payload);
    await settle(db, job);
  } catch (error) {
    const delaySeconds = retryDelaySeconds(job.attempts);
    log.warn(
      { err: error, job: job.name, attempts: job.attempts, delaySeconds },
      'a job failed and will be tried again',
    );
    // Should this fail as well, the lease runs out and the job falls due again.
    await reschedule(db, job, delaySeconds).catch(() => undefined);
  } finally {
    clearInterval(renewal);
  }
}
