import {
  begin,
  createLane,
  distrust,
  end,
  expectedWaitMs,
  hasRoom,
  isDraining,
  isIdle,
  isStalled,
  type Lane,
  learn,
  patienceMs,
  reserveTurn,
  trust,
} from './lane.ts';

/** How an attempt ended, as far as the gate must know; `unsent` says nothing about the receiver. */
export type AttemptEnding = 'answered' | 'timeout' | 'failed' | 'unsent';

export type Turn =
  | { goes: true; leave(ending: AttemptEnding): void }
  /** No place, and none to be expected soon: the job has to wait in the database. */
  | { goes: false; againInMs: number };

/** Who may send now: no receiver and no project takes the places of the others. */
export interface ReceiverGate {
  /** Answers at once, or as soon as others have ended. */
  enter(origin: string, projectId: string): Turn | Promise<Turn>;
}

export interface ReceiverGateOptions {
  /** Attempts that this process has at once; one project gets half of them. */
  capacity: number;
  perOrigin?: number;
  /** For an origin that has not answered yet, or has let an attempt time out since. */
  perUnprovenOrigin?: number;
  /** Lanes that are remembered though nothing is under way in them. */
  maxIdle?: number;
}

/** Those who wait for both an origin and a project. */
interface Pair {
  readonly origin: GateLane;
  readonly project: GateLane;
  readonly waiters: Array<(turn: Turn) => void>;
}

interface GateLane extends Lane {
  /** By the lane on the other side; the order is that of their turns. */
  readonly pairs: Map<GateLane, Pair>;
  isWatched: boolean;
}

export function createReceiverGate({
  capacity,
  perOrigin = 96,
  perUnprovenOrigin = 4,
  maxIdle = 1_000,
}: ReceiverGateOptions): ReceiverGate {
  const perProject = Math.max(1, Math.floor(capacity / 2));
  /** So many may wait in memory wherever answers come; more only where their turn is near. */
  const patientPlaces = Math.floor(capacity / 2);
  let waiting = 0;
  const origins = createLanes({ cap: perUnprovenOrigin, fullCap: perOrigin }, maxIdle);
  const projects = createLanes({ cap: perProject, fullCap: perProject }, maxIdle);

  function admit(origin: GateLane, project: GateLane): Turn {
    const startedAtMs = performance.now();
    begin(origin, startedAtMs);
    begin(project, startedAtMs);
    return { goes: true, leave: (ending) => leave(origin, project, startedAtMs, ending) };
  }

  function leave(origin: GateLane, project: GateLane, startedAtMs: number, ending: AttemptEnding): void {
    const nowMs = performance.now();
    const durationMs = nowMs - startedAtMs;
    end(origin, nowMs);
    end(project, nowMs);
    if (ending !== 'unsent') {
      learn(origin, durationMs);
      learn(project, durationMs);
    }
    if (ending === 'timeout') distrust(origin, perUnprovenOrigin, durationMs);
    if (ending === 'answered' && origin.cap < origin.fullCap) trust(origin, nowMs, durationMs);
    admitWaiters(origin);
    admitWaiters(project);
    release(origin, project);
  }

  /** One of each pair in turn, so that projects that share a receiver, and receivers of one project, share evenly. */
  function admitWaiters(lane: GateLane): void {
    for (const [other, pair] of lane.pairs) {
      if (!hasRoom(lane)) return;
      if (!hasRoom(other)) continue;
      const waiter = pair.waiters.shift();
      lane.pairs.delete(other);
      if (pair.waiters.length > 0) lane.pairs.set(other, pair);
      else other.pairs.delete(lane);
      pair.origin.waiting -= 1;
      pair.project.waiting -= 1;
      waiting -= 1;
      waiter?.(admit(pair.origin, pair.project));
    }
  }

  function takesWaiters(lane: GateLane, nowMs: number): boolean {
    if (isStalled(lane, nowMs)) return false;
    if (isDraining(lane, nowMs) && waiting < patientPlaces) return true;
    return expectedWaitMs(lane, lane.waiting + 1) <= patienceMs;
  }

  /** How many may go on waiting: none where nothing moves, and fewer where it moves slower than when they came. */
  function staying(lane: GateLane, nowMs: number): number {
    if (isStalled(lane, nowMs)) return 0;
    const hasSlowedDown = expectedWaitMs(lane, lane.waiting) > 3 * patienceMs;
    if (!hasSlowedDown || waiting <= patientPlaces) return lane.waiting;
    return Math.floor((lane.waiting * patienceMs) / expectedWaitMs(lane, lane.waiting));
  }

  function wait(origin: GateLane, project: GateLane): Promise<Turn> {
    return new Promise((resolve) => {
      const pair = origin.pairs.get(project) ?? { origin, project, waiters: [] };
      pair.waiters.push(resolve);
      origin.pairs.set(project, pair);
      project.pairs.set(origin, pair);
      waiting += 1;
      for (const lane of [origin, project]) {
        lane.waiting += 1;
        if (!lane.isWatched) watch(lane);
      }
    });
  }

  /** Looks, as long as somebody waits in the lane, whether it still moves. */
  function watch(lane: GateLane): void {
    lane.isWatched = true;
    // Answers that came while this process was busy with other things are heard first.
    setTimeout(() => setImmediate(look, lane), untilStalledMs(lane));
  }

  function look(lane: GateLane): void {
    lane.isWatched = false;
    if (lane.waiting === 0) return;
    const nowMs = performance.now();
    const count = staying(lane, nowMs);
    if (count < lane.waiting) sendAway(lane, nowMs, Math.ceil(count / lane.pairs.size));
    if (lane.waiting > 0) watch(lane);
  }

  function untilStalledMs(lane: GateLane): number {
    const leftMs = hasRoom(lane) ? patienceMs : lane.movedAtMs + patienceMs - performance.now();
    return Math.max(1, Math.ceil(leftMs));
  }

  function sendAway(lane: GateLane, nowMs: number, stayingPerPair: number): void {
    for (const [other, { origin, project, waiters }] of lane.pairs) {
      const leaving = waiters.splice(stayingPerPair);
      origin.waiting -= leaving.length;
      project.waiting -= leaving.length;
      waiting -= leaving.length;
      if (waiters.length === 0) {
        lane.pairs.delete(other);
        other.pairs.delete(lane);
      }
      for (const resolve of leaving) resolve(awayFrom([lane], nowMs));
      release(other);
    }
  }

  function release(...lanes: GateLane[]): void {
    for (const lane of lanes) if (isIdle(lane)) (origins.holds(lane) ? origins : projects).rest(lane);
  }

  return {
    enter(originKey, projectId) {
      const origin = origins.take(originKey);
      const project = projects.take(projectId);
      const full = [origin, project].filter((lane) => !hasRoom(lane));
      if (full.length === 0) return admit(origin, project);
      const nowMs = performance.now();
      if (full.every((lane) => takesWaiters(lane, nowMs))) return wait(origin, project);
      release(origin, project);
      return awayFrom(full, nowMs);
    },
  };
}

function awayFrom(full: Lane[], nowMs: number): Turn {
  return { goes: false, againInMs: Math.max(...full.map((lane) => reserveTurn(lane, nowMs))) };
}

/** Lanes by key. Of those that are idle only the latest are remembered: the number of receivers has no bound. */
function createLanes(caps: { cap: number; fullCap: number }, maxIdle: number) {
  const busy = new Map<string, GateLane>();
  const idle = new Map<string, GateLane>();

  return {
    take(key: string): GateLane {
      const lane = busy.get(key) ??
        idle.get(key) ?? { ...createLane(key, caps), pairs: new Map(), isWatched: false };
      idle.delete(key);
      busy.set(key, lane);
      return lane;
    },
    holds: (lane: GateLane) => busy.get(lane.key) === lane,
    rest(lane: GateLane): void {
      busy.delete(lane.key);
      idle.set(lane.key, lane);
      const [oldest] = idle.size > maxIdle ? idle.keys() : [];
      if (oldest !== undefined) idle.delete(oldest);
    },
  };
}
