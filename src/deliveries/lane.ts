/** Attempts that share a limit: those to one origin, or those of one project. Times are of the process's own clock. */
export interface Lane {
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

export function createLane(key: string, caps: { cap: number; fullCap: number }): Lane {
  return { key, ...caps, inFlight: 0, waiting: 0, latencyMs: 0, ended: 0, movedAtMs: 0, turnAtMs: 0 };
}

export function hasRoom(lane: Lane): boolean {
  return lane.inFlight < lane.cap;
}

export function isIdle(lane: Lane): boolean {
  return lane.inFlight === 0 && lane.waiting === 0;
}

export function isStalled(lane: Lane, nowMs: number): boolean {
  return !hasRoom(lane) && nowMs - lane.movedAtMs >= patienceMs;
}

/** How long the last of so many would wait here, by what is known. */
export function expectedWaitMs(lane: Lane, waiting: number): number {
  return lane.ended < telling ? 0 : (waiting * lane.latencyMs) / lane.cap;
}

/** Answers come, as far as is known, and in time. */
export function isDraining(lane: Lane, nowMs: number): boolean {
  return lane.cap === lane.fullCap && !isStalled(lane, nowMs);
}

/** How long one that can't wait here stays away: until the turn behind the one before it. */
export function reserveTurn(lane: Lane, nowMs: number): number {
  const latencyMs = Math.max(lane.latencyMs, nowMs - lane.movedAtMs);
  // Where answers come, rather too early than too late: whoever is early comes once more, but an idle place is lost.
  // And nothing is known of a receiver before its first answer, so its slowness is not multiplied by the small cap.
  const slots = isDraining(lane, nowMs) ? 2 * lane.cap : lane.ended === 0 ? guessedSlots : lane.cap;
  const longestMs = isDraining(lane, nowMs) ? longestFromDrainingMs : longestFromDeadMs;
  lane.turnAtMs = Math.max(lane.turnAtMs, nowMs) + latencyMs / slots;
  // Beyond the longest time they are spread over its second half, so that they don't all come back at once.
  if (lane.turnAtMs - nowMs > longestMs) lane.turnAtMs = nowMs + longestMs / 2;
  return Math.max(lane.turnAtMs - nowMs, shortestAwayMs);
}

export function begin(lane: Lane, nowMs: number): void {
  lane.inFlight += 1;
  if (!hasRoom(lane)) lane.movedAtMs = nowMs;
}

export function end(lane: Lane, nowMs: number): void {
  lane.inFlight -= 1;
  lane.movedAtMs = nowMs;
}

export function learn(lane: Lane, durationMs: number): void {
  const weight = durationMs < lane.latencyMs ? weightOfQuicker : weightOfSlower;
  lane.latencyMs = lane.ended === 0 ? durationMs : lane.latencyMs + weight * (durationMs - lane.latencyMs);
  lane.ended += 1;
}

export function distrust(lane: Lane, cap: number, durationMs: number): void {
  lane.cap = cap;
  lane.latencyMs = Math.max(lane.latencyMs, durationMs);
  lane.ended = Math.max(lane.ended, telling);
}

/** What was learnt in bad times says nothing about the good ones. */
export function trust(lane: Lane, nowMs: number, durationMs: number): void {
  lane.cap = lane.fullCap;
  lane.latencyMs = durationMs;
  lane.ended = 1;
  lane.turnAtMs = nowMs;
}
