import { remembering } from '../../kernel/memo.ts';
import { parseUrl } from '../../kernel/url.ts';
import {
  type AttemptLimit,
  begin,
  createLimit,
  end,
  expectedWaitMs,
  hasRoom,
  isDraining,
  isIdle,
  isStalled,
  learn,
  patienceMs,
  reserveTurn,
  restore,
  restrict,
} from './attempt-limit.ts';

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
  /** For what can't wait; answers with how to leave, or null where the origin has as many attempts as it ever may. */
  enterNow(origin: string): (() => void) | null;
}

export interface ReceiverGateOptions {
  /** Attempts that this process has at once; one project gets half of them. */
  capacity: number;
  perOrigin?: number;
  /** For an origin that has not answered yet, or has let an attempt time out since. */
  perUnprovenOrigin?: number;
  /** How many limits are remembered without an attempt under way. */
  maxIdle?: number;
}

/** Those who wait for both an origin and a project. */
interface Pair {
  readonly origin: GateLimit;
  readonly project: GateLimit;
  readonly waiters: Array<(turn: Turn) => void>;
}

interface GateLimit extends AttemptLimit {
  /** By the limit on the other side, in the order of their turns. */
  readonly pairs: Map<GateLimit, Pair>;
  isWatched: boolean;
}

/** What is no URL is refused later, by name; until then it is a receiver of its own. */
export const originOf = remembering((url) => parseUrl(url)?.origin ?? url);

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
  const origins = createLimits({ cap: perUnprovenOrigin, fullCap: perOrigin }, maxIdle);
  const projects = createLimits({ cap: perProject, fullCap: perProject }, maxIdle);

  function admit(origin: GateLimit, project: GateLimit): Turn {
    const startedAtMs = performance.now();
    begin(origin, startedAtMs);
    begin(project, startedAtMs);
    return { goes: true, leave: (ending) => leave(origin, project, startedAtMs, ending) };
  }

  function leave(origin: GateLimit, project: GateLimit, startedAtMs: number, ending: AttemptEnding): void {
    const nowMs = performance.now();
    const durationMs = nowMs - startedAtMs;
    end(origin, nowMs);
    end(project, nowMs);
    if (ending !== 'unsent') {
      learn(origin, durationMs);
      learn(project, durationMs);
    }
    if (ending === 'timeout') restrict(origin, perUnprovenOrigin, durationMs);
    if (ending === 'answered' && origin.cap < origin.fullCap) restore(origin, nowMs, durationMs);
    admitWaiters(origin);
    admitWaiters(project);
    release(origin, project);
  }

  /** One of each pair in turn, so that projects that share a receiver, and receivers of one project, share evenly. */
  function admitWaiters(limit: GateLimit): void {
    for (const [other, pair] of limit.pairs) {
      if (!hasRoom(limit)) return;
      if (!hasRoom(other)) continue;
      const waiter = pair.waiters.shift();
      limit.pairs.delete(other);
      if (pair.waiters.length > 0) limit.pairs.set(other, pair);
      else other.pairs.delete(limit);
      pair.origin.waiting -= 1;
      pair.project.waiting -= 1;
      waiting -= 1;
      waiter?.(admit(pair.origin, pair.project));
    }
  }

  function takesWaiters(limit: GateLimit, nowMs: number): boolean {
    if (isStalled(limit, nowMs)) return false;
    if (isDraining(limit, nowMs) && waiting < patientPlaces) return true;
    return expectedWaitMs(limit, limit.waiting + 1) <= patienceMs;
  }

  /** How many may keep waiting: none if no attempt ends, and fewer if attempts take longer than when they came. */
  function staying(limit: GateLimit, nowMs: number): number {
    if (isStalled(limit, nowMs)) return 0;
    const hasSlowedDown = expectedWaitMs(limit, limit.waiting) > 3 * patienceMs;
    if (!hasSlowedDown || waiting <= patientPlaces) return limit.waiting;
    return Math.floor((limit.waiting * patienceMs) / expectedWaitMs(limit, limit.waiting));
  }

  function wait(origin: GateLimit, project: GateLimit): Promise<Turn> {
    return new Promise((resolve) => {
      const pair = origin.pairs.get(project) ?? { origin, project, waiters: [] };
      pair.waiters.push(resolve);
      origin.pairs.set(project, pair);
      project.pairs.set(origin, pair);
      waiting += 1;
      for (const limit of [origin, project]) {
        limit.waiting += 1;
        if (!limit.isWatched) watch(limit);
      }
    });
  }

  /** Checks, as long as attempts wait at this limit, whether any still end. */
  function watch(limit: GateLimit): void {
    limit.isWatched = true;
    // Answers that came while this process was busy with other things are heard first.
    setTimeout(() => setImmediate(look, limit), untilStalledMs(limit));
  }

  function look(limit: GateLimit): void {
    limit.isWatched = false;
    if (limit.waiting === 0) return;
    const nowMs = performance.now();
    const count = staying(limit, nowMs);
    if (count < limit.waiting) sendAway(limit, nowMs, Math.ceil(count / limit.pairs.size));
    if (limit.waiting > 0) watch(limit);
  }

  function untilStalledMs(limit: GateLimit): number {
    const leftMs = hasRoom(limit) ? patienceMs : limit.movedAtMs + patienceMs - performance.now();
    return Math.max(1, Math.ceil(leftMs));
  }

  function sendAway(limit: GateLimit, nowMs: number, stayingPerPair: number): void {
    for (const [other, { origin, project, waiters }] of limit.pairs) {
      const leaving = waiters.splice(stayingPerPair);
      origin.waiting -= leaving.length;
      project.waiting -= leaving.length;
      waiting -= leaving.length;
      if (waiters.length === 0) {
        limit.pairs.delete(other);
        other.pairs.delete(limit);
      }
      for (const resolve of leaving) resolve(awayFrom([limit], nowMs));
      release(other);
    }
  }

  function release(...limits: GateLimit[]): void {
    for (const limit of limits) if (isIdle(limit)) (origins.holds(limit) ? origins : projects).rest(limit);
  }

  return {
    enter(originKey, projectId) {
      const origin = origins.take(originKey);
      const project = projects.take(projectId);
      const full = [origin, project].filter((limit) => !hasRoom(limit));
      if (full.length === 0) return admit(origin, project);
      const nowMs = performance.now();
      if (full.every((limit) => takesWaiters(limit, nowMs))) return wait(origin, project);
      release(origin, project);
      return awayFrom(full, nowMs);
    },
    enterNow(originKey) {
      const origin = origins.take(originKey);
      if (origin.inFlight >= origin.fullCap) return null;
      begin(origin, performance.now());
      return () => {
        end(origin, performance.now());
        admitWaiters(origin);
        release(origin);
      };
    },
  };
}

function awayFrom(full: AttemptLimit[], nowMs: number): Turn {
  return { goes: false, againInMs: Math.max(...full.map((limit) => reserveTurn(limit, nowMs))) };
}

/** Limits by key. Only the latest idle ones are remembered, since the number of receivers has no bound. */
function createLimits(caps: { cap: number; fullCap: number }, maxIdle: number) {
  const busy = new Map<string, GateLimit>();
  const idle = new Map<string, GateLimit>();

  return {
    take(key: string): GateLimit {
      const limit = busy.get(key) ??
        idle.get(key) ?? { ...createLimit(key, caps), pairs: new Map(), isWatched: false };
      idle.delete(key);
      busy.set(key, limit);
      return limit;
    },
    holds: (limit: GateLimit) => busy.get(limit.key) === limit,
    rest(limit: GateLimit): void {
      busy.delete(limit.key);
      idle.set(limit.key, limit);
      const [oldest] = idle.size > maxIdle ? idle.keys() : [];
      if (oldest !== undefined) idle.delete(oldest);
    },
  };
}
