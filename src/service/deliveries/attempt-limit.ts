/** Attempts that share a limit: those to one origin, or those of one project. Times are of the process's own clock. */
export interface AttemptLimit {
  readonly key: string;
  /** The most at once, now and at best. */
  cap: number;
  readonly fullCap: number;
  inFlight: number;
  waiting: number;
  /** Of those that ended of late, rather the quick ones: what is slow here may be slow by our own load. */
  latencyMs: number;
  /** How many have ended; of a few the latency says nothing. */
  ended: number;
  /** When an attempt last ended here, or the last free place was taken. */
  movedAtMs: number;
  /** The turn of the one that was sent away last. */
  turnAtMs: number;
}

/** How long an attempt may wait in memory for others to end. */
export const patienceMs = 300;
const shortestAwayMs = 250;
/** Where answers come: what was learnt under load must not keep the rest away when the load is over. */
const longestFromDrainingMs = 15_000;
const longestFromDeadMs = 60_000;
/** Of a receiver that has not answered yet. */
const guessedSlots = 32;
const telling = 8;
const weightOfQuicker = 0.5;
const weightOfSlower = 0.05;

export function createLimit(key: string, caps: { cap: number; fullCap: number }): AttemptLimit {
  return { key, ...caps, inFlight: 0, waiting: 0, latencyMs: 0, ended: 0, movedAtMs: 0, turnAtMs: 0 };
}

export function hasRoom(limit: AttemptLimit): boolean {
  return limit.inFlight < limit.cap;
}

export function isIdle(limit: AttemptLimit): boolean {
  return limit.inFlight === 0 && limit.waiting === 0;
}

export function isStalled(limit: AttemptLimit, nowMs: number): boolean {
  return !hasRoom(limit) && nowMs - limit.movedAtMs >= patienceMs;
}

/** How long the last of so many would wait here, by what is known. */
export function expectedWaitMs(limit: AttemptLimit, waiting: number): number {
  return limit.ended < telling ? 0 : (waiting * limit.latencyMs) / limit.cap;
}

/** Answers come, as far as is known, and in time. */
export function isDraining(limit: AttemptLimit, nowMs: number): boolean {
  return limit.cap === limit.fullCap && !isStalled(limit, nowMs);
}

/** How long one that can't wait here stays away: until the turn behind the one before it. */
export function reserveTurn(limit: AttemptLimit, nowMs: number): number {
  const latencyMs = Math.max(limit.latencyMs, nowMs - limit.movedAtMs);
  // Where answers come, rather too early than too late: an early attempt comes once more, but an idle place is lost.
  // And nothing is known of a receiver before its first answer, so its slowness is not multiplied by the small cap.
  const slots = isDraining(limit, nowMs) ? 2 * limit.cap : limit.ended === 0 ? guessedSlots : limit.cap;
  const longestMs = isDraining(limit, nowMs) ? longestFromDrainingMs : longestFromDeadMs;
  limit.turnAtMs = Math.max(limit.turnAtMs, nowMs) + latencyMs / slots;
  // Beyond the longest time they are spread over its second half, so that they don't all come back at once.
  if (limit.turnAtMs - nowMs > longestMs) limit.turnAtMs = nowMs + longestMs / 2;
  return Math.max(limit.turnAtMs - nowMs, shortestAwayMs);
}

export function begin(limit: AttemptLimit, nowMs: number): void {
  limit.inFlight += 1;
  if (!hasRoom(limit)) limit.movedAtMs = nowMs;
}

export function end(limit: AttemptLimit, nowMs: number): void {
  limit.inFlight -= 1;
  limit.movedAtMs = nowMs;
}

export function learn(limit: AttemptLimit, durationMs: number): void {
  const weight = durationMs < limit.latencyMs ? weightOfQuicker : weightOfSlower;
  limit.latencyMs =
    limit.ended === 0 ? durationMs : limit.latencyMs + weight * (durationMs - limit.latencyMs);
  limit.ended += 1;
}

export function restrict(limit: AttemptLimit, cap: number, durationMs: number): void {
  limit.cap = cap;
  limit.latencyMs = Math.max(limit.latencyMs, durationMs);
  limit.ended = Math.max(limit.ended, telling);
}

/** What was learnt in bad times says nothing about the good ones. */
export function restore(limit: AttemptLimit, nowMs: number, durationMs: number): void {
  limit.cap = limit.fullCap;
  limit.latencyMs = durationMs;
  limit.ended = 1;
  limit.turnAtMs = nowMs;
}
