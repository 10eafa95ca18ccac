/** Every kind of job and what it carries. */
export interface JobPayloads {
  'objects.delete': { keys: string[] };
}

export type JobName = keyof JobPayloads;

export type Job = {
  [Name in JobName]: {
    id: number;
    name: Name;
    payload: JobPayloads[Name];
    attempts: number;
    claimToken: string;
  };
}[JobName];

export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

/** Seconds until a failed job is tried again: 1, 2, 4 … up to five minutes. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(2 ** Math.max(attempts - 1, 0), 300);
}
