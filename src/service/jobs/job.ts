/** Every kind of job and what it carries. */
export interface JobPayloads {
  'objects.delete': { keys: string[] };
  'run.execute': { runId: string };
  'artifact.import': { importId: string };
  'delivery.attempt': { runId: string /** 1 is the first of its round. */; attempt: number };
}

export type JobName = keyof JobPayloads;

export const runQueuePrefix = 'runs.';

/** Where jobs wait; each loop claims from its own. Runs wait in the queue that is named by their platform. */
export const queues = {
  cleanup: 'cleanup',
  deliveries: 'deliveries',
  imports: 'imports',
  /** Claimed before first attempts, so that a backlog of those can't make a retry late. */
  retries: 'retries',
  runs: (platform: string) => `${runQueuePrefix}${platform}`,
} as const;

/** Published when a job was put into the queue. */
export function queueTopic(queue: string): string {
  return `queue.${queue}`;
}

/** A claim that its holder can renew and settle as long as nobody else has taken the job over. */
export interface Lease {
  id: number;
  claimToken: string;
}

export interface JobOf<Name extends JobName> extends Lease {
  name: Name;
  payload: JobPayloads[Name];
  /** How often it was claimed, this time included. */
  attempts: number;
}

export type Job = { [Name in JobName]: JobOf<Name> }[JobName];

/**
 * How a job ended: `done` is settled by the loop, in a batch with others; `settled` means that the handler has settled
 * or rescheduled it together with its effect; otherwise it falls due again, and this claim does not count.
 */
export type JobOutcome = 'done' | 'settled' | { againInMs: number };

/** Runs have a loop of their own. */
export type JobHandlers = {
  [Name in Exclude<JobName, 'run.execute'>]: (job: JobOf<Name>) => Promise<JobOutcome>;
};

/** Seconds until a failed job is retried: 1, 2, 4 … up to five minutes. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(2 ** Math.max(attempts - 1, 0), 300);
}
