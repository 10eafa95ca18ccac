import { cancelled, OutboundFault } from './fault.ts';
import { createLine, type Line, type LineGuard } from './line.ts';
import type { Target } from './target.ts';

/** Hands out lines: per origin at most `linesPerOrigin`, and of those that wait for their next call `maxIdle` in all. */
export interface Switchboard {
  /** A line for one call, or a fault where none is free within `maxWaitMs`. */
  take(target: Target, maxWaitMs: number, signal: AbortSignal | undefined): Line | Promise<Line>;
  /** After a complete answer: the line may serve again. */
  giveBack(line: Line, target: Target): void;
  /** After anything else: the socket is cut, and its place is free once it is closed. */
  drop(line: Line, target: Target): void;
  /** Puts a fresh line in the place of one whose idle socket turned out to be dead. */
  replace(line: Line, target: Target): Line;
  close(): Promise<void>;
}

interface Lane {
  inUse: number;
  readonly idle: Line[];
  readonly waiting: Set<Waiting>;
}

interface Waiting {
  give(line: Line): void;
  fail(fault: OutboundFault): void;
}

export function createSwitchboard(
  guard: LineGuard,
  { linesPerOrigin, maxIdle }: { linesPerOrigin: number; maxIdle: number },
): Switchboard {
  /** A lane lives only as long as it has lines or calls, so that a million hosts called once leave nothing. */
  const lanes = new Map<string, Lane>();
  /** Oldest first. */
  const idleLines = new Set<Line>();
  const allLines = new Set<Line>();
  let isClosed = false;

  function laneOf(origin: string): Lane {
    const known = lanes.get(origin);
    if (known !== undefined) return known;
    const lane: Lane = { inUse: 0, idle: [], waiting: new Set() };
    lanes.set(origin, lane);
    return lane;
  }

  function newLine(target: Target): Line {
    const line = createLine(target, guard);
    allLines.add(line);
    line.client.on('disconnect', () => {
      if (idleLines.has(line)) discardIdle(line);
    });
    return line;
  }

  function hangUp(line: Line): Promise<void> {
    return line.hangUp().finally(() => allLines.delete(line));
  }

  function discardIdle(line: Line): void {
    idleLines.delete(line);
    const lane = laneOf(line.origin);
    lane.idle.splice(lane.idle.indexOf(line), 1);
    forgetIfEmpty(line.origin, lane);
    void hangUp(line);
  }

  function forgetIfEmpty(origin: string, lane: Lane): void {
    if (lane.inUse === 0 && lane.idle.length === 0) lanes.delete(origin);
  }

  function nextWaiting(lane: Lane): Waiting | undefined {
    const [next] = lane.waiting;
    if (next !== undefined) lane.waiting.delete(next);
    return next;
  }

  function wait(lane: Lane, maxWaitMs: number, signal: AbortSignal | undefined): Promise<Line> {
    return new Promise((resolve, reject) => {
      const fail = (fault: OutboundFault) => {
        settle();
        reject(fault);
      };
      const onAbort = () => fail(cancelled());
      const timer = setTimeout(() => fail(busy(linesPerOrigin)), maxWaitMs);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        lane.waiting.delete(waiting);
      };
      const waiting: Waiting = {
        give: (line) => {
          settle();
          resolve(line);
        },
        fail,
      };
      signal?.addEventListener('abort', onAbort);
      lane.waiting.add(waiting);
    });
  }

  return {
    take(target, maxWaitMs, signal) {
      if (isClosed || signal?.aborted) throw cancelled();
      const lane = laneOf(target.origin);
      const idle = lane.idle.pop();
      if (idle !== undefined) idleLines.delete(idle);
      if (idle === undefined && lane.inUse >= linesPerOrigin) {
        if (maxWaitMs <= 0) throw busy(linesPerOrigin);
        return wait(lane, maxWaitMs, signal);
      }
      lane.inUse += 1;
      return idle ?? newLine(target);
    },

    giveBack(line, target) {
      if (isClosed) return void hangUp(line);
      line.hasServed = true;
      const lane = laneOf(target.origin);
      const next = nextWaiting(lane);
      if (next !== undefined) return next.give(line);
      lane.inUse -= 1;
      lane.idle.push(line);
      idleLines.add(line);
      const [oldest] = idleLines;
      if (oldest !== undefined && idleLines.size > maxIdle) discardIdle(oldest);
    },

    drop(line, target) {
      void hangUp(line).finally(() => {
        const lane = laneOf(target.origin);
        const next = isClosed ? undefined : nextWaiting(lane);
        if (next !== undefined) return next.give(newLine(target));
        lane.inUse -= 1;
        forgetIfEmpty(target.origin, lane);
      });
    },

    replace(line, target) {
      void hangUp(line);
      return newLine(target);
    },

    async close() {
      isClosed = true;
      for (const lane of lanes.values()) for (const waiting of lane.waiting) waiting.fail(cancelled());
      idleLines.clear();
      await Promise.all([...allLines].map(hangUp));
    },
  };
}

function busy(linesPerOrigin: number): OutboundFault {
  return new OutboundFault('busy', `All ${linesPerOrigin} connections to this receiver are in use.`);
}
