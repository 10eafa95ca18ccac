/** Time of this process. Claims, leases and schedules use the database's time instead. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
