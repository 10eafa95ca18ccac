import { remembering } from '../../kernel/memo.ts';
import { parseUrl } from '../../kernel/url.ts';

/** How an attempt ended, as far as the gate must know; `unsent` says nothing about the receiver. */
export type AttemptEnding = 'answered' | 'timeout' | 'failed' | 'unsent';

export type Turn =
  | { goes: true; leave(ending: AttemptEnding): void }
  /** No place, and none came free in time: the job has to wait in the database. */
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
  /** Origins, and projects; beyond that, only those with an attempt under way. */
  maxRemembered?: number;
}

/** Attempts that share a limit: those to one origin, or those of one project. */
interface Limit {
  cap: number;
  inFlight: number;
  /** Nobody waits in memory until then, since somebody did in vain. */
  closedUntilMs: number;
  /** By the limit on the other side, in the order of their turns. */
  readonly pairs: Map<Limit, Pair>;
}

/** Those who wait for both an origin and a project. */
interface Pair {
  readonly origin: Limit;
  readonly project: Limit;
  readonly waiters: Set<(turn: Turn) => void>;
}

/** How long an attempt may wait in memory for others to end. */
const patienceMs = 1_000;
/** How long one is away that can't wait: each another time, so that they don't all come back at once. */
const shortestAwayMs = 10_000;
const longestAwayMs = 20_000;

/** What is no URL is refused later, by name; until then it is a receiver of its own. */
export const originOf = remembering((url) => parseUrl(url)?.origin ?? url);

export function createReceiverGate({
  capacity,
  perOrigin = 96,
  perUnprovenOrigin = 4,
  maxRemembered = 1_000,
}: ReceiverGateOptions): ReceiverGate {
  const perProject = Math.max(1, Math.floor(capacity / 2));
  /** So many may wait, wherever: more only for receivers that answer, or a few dead ones would take every place. */
  const waitingPlaces = Math.floor(capacity / 2);
  let waiting = 0;
  const originAt = createLimits(perUnprovenOrigin, maxRemembered);
  const projectAt = createLimits(perProject, maxRemembered);

  function admit(origin: Limit, project: Limit): Turn {
    origin.inFlight += 1;
    project.inFlight += 1;
    return {
      goes: true,
      leave(ending) {
        if (ending === 'timeout') restrict(origin);
        if (ending === 'answered') restore(origin);
        free(origin);
        free(project);
      },
    };
  }

  function restrict(origin: Limit): void {
    origin.cap = perUnprovenOrigin;
    close(origin);
  }

  function restore(origin: Limit): void {
    if (origin.cap < perOrigin) origin.closedUntilMs = 0;
    origin.cap = perOrigin;
  }

  function free(limit: Limit): void {
    limit.inFlight -= 1;
    admitWaiters(limit);
  }

  /** One of each pair in turn, so that projects that share a receiver, and receivers of one project, share evenly. */
  function admitWaiters(limit: Limit): void {
    for (const [other, pair] of limit.pairs) {
      if (!hasRoom(limit)) return;
      if (!hasRoom(other)) continue;
      const [next] = pair.waiters;
      if (next === undefined) continue;
      remove(pair, next);
      if (limit.pairs.delete(other)) limit.pairs.set(other, pair);
      next(admit(pair.origin, pair.project));
    }
  }

  function wait(origin: Limit, project: Limit): Promise<Turn> {
    return new Promise((resolve) => {
      const pair = origin.pairs.get(project) ?? { origin, project, waiters: new Set() };
      origin.pairs.set(project, pair);
      project.pairs.set(origin, pair);
      const waiter = (turn: Turn) => {
        clearTimeout(timer);
        resolve(turn);
      };
      pair.waiters.add(waiter);
      waiting += 1;
      // Answers that came while this process was busy with other things are heard first.
      const timer = setTimeout(() => setImmediate(giveUp, pair, waiter), patienceMs);
    });
  }

  function giveUp(pair: Pair, waiter: (turn: Turn) => void): void {
    if (!pair.waiters.has(waiter)) return;
    remove(pair, waiter);
    for (const limit of [pair.origin, pair.project]) if (!hasRoom(limit)) close(limit);
    waiter(away());
  }

  function remove({ origin, project, waiters }: Pair, waiter: (turn: Turn) => void): void {
    waiters.delete(waiter);
    waiting -= 1;
    if (waiters.size > 0) return;
    origin.pairs.delete(project);
    project.pairs.delete(origin);
  }

  return {
    enter(originKey, projectId) {
      const origin = originAt(originKey);
      const project = projectAt(projectId);
      const full = [origin, project].filter((limit) => !hasRoom(limit));
      if (full.length === 0) return admit(origin, project);
      const mayWait = full.every(isOpen) && (origin.cap === perOrigin || waiting < waitingPlaces);
      return mayWait ? wait(origin, project) : away();
    },
    enterNow(originKey) {
      const origin = originAt(originKey);
      if (origin.inFlight >= perOrigin) return null;
      origin.inFlight += 1;
      return () => free(origin);
    },
  };
}

/** Limits by key, the latest last: those that are idle are forgotten, since the number of receivers has no bound. */
function createLimits(cap: number, maxRemembered: number): (key: string) => Limit {
  const limits = new Map<string, Limit>();
  return (key) => {
    const limit = limits.get(key) ?? { cap, inFlight: 0, closedUntilMs: 0, pairs: new Map() };
    limits.delete(key);
    if (limits.size >= maxRemembered) forgetOldestIdle(limits);
    limits.set(key, limit);
    return limit;
  };
}

function forgetOldestIdle(limits: Map<string, Limit>): void {
  for (const [key, { inFlight, pairs }] of limits) {
    if (inFlight === 0 && pairs.size === 0) return void limits.delete(key);
  }
}

function hasRoom({ inFlight, cap }: Limit): boolean {
  return inFlight < cap;
}

function isOpen({ closedUntilMs }: Limit): boolean {
  return performance.now() >= closedUntilMs;
}

/** Until all that were sent away have been back. */
function close(limit: Limit): void {
  limit.closedUntilMs = performance.now() + longestAwayMs;
}

function away(): Turn {
  return { goes: false, againInMs: shortestAwayMs + Math.random() * (longestAwayMs - shortestAwayMs) };
}
