import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type AttemptEnding,
  createReceiverGate,
  type ReceiverGate,
  type ReceiverGateOptions,
  type Turn,
} from '../../../src/service/deliveries/receiver-gate.ts';

type Going = Extract<Turn, { goes: true }>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

describe('the gate', () => {
  it('lets an origin have few attempts until it has answered, then its full number, and few again after a time-out', () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    const going = goingOf(gate, 'a', 5);
    expect(going).toHaveLength(4);
    going[0]?.leave('answered');
    // One of the places went to the fifth, who had waited.
    const more = goingOf(gate, 'a', 40);
    expect(more).toHaveLength(32 - 4);
    for (const turn of more) turn.leave('timeout');
    expect(goingOf(gate, 'a', 5)).toHaveLength(0);
  });

  it('does not take a refused connection for an answer', () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    for (const turn of goingOf(gate, 'a', 4)) turn.leave('failed');
    expect(goingOf(gate, 'a', 5)).toHaveLength(4);
  });

  it('leaves half of the capacity to others, however many receivers of one project hang', () => {
    const gate = createReceiverGate({ capacity: 100, perOrigin: 32 });
    const going = Array.from({ length: 100 }, (_, origin) => goingOf(gate, `hangs ${origin}`, 4)).flat();
    expect(going).toHaveLength(50);
    expect(goingOf(gate, 'hangs 99', 1, 'another')).toHaveLength(1);
  });

  it('lets wait in memory where others end, and sends all away together when nothing has ended for 300 ms', async () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    const going = goingOf(gate, 'a', 4);
    const waiting = watched(enterOften(gate, 'a', 50));
    await vi.advanceTimersByTimeAsync(20);
    going.pop()?.leave('failed');
    await vi.advanceTimersByTimeAsync(299);
    expect(waiting.map(({ turn }) => turn?.goes)).toEqual([true, ...Array(49).fill(undefined)]);
    await vi.advanceTimersByTimeAsync(2);
    expect(waiting.map(({ turn }) => turn?.goes)).toEqual([true, ...Array(49).fill(false)]);
    // Those that come later don't wait at all.
    expect(gate.enter('a', 'p')).toMatchObject({ goes: false });
  });

  it('sends away at once whoever would wait long behind others, by what the receiver took of late', () => {
    const gate = createReceiverGate({ capacity: 128, perOrigin: 32 });
    goingOf(gate, 'a', 1)[0]?.leave('answered');
    const going = goingOf(gate, 'a', 32);
    vi.advanceTimersByTime(160);
    for (const turn of going) turn.leave('answered');
    vi.advanceTimersByTime(160);
    goingOf(gate, 'a', 32);
    // 32 at once and 160 ms each is one every 5 ms: sixty may wait for 300 ms.
    const entered = enterOften(gate, 'a', 100);
    const waiting = entered.filter((turn) => !isTurn(turn)).length;
    expect(waiting).toBeGreaterThanOrEqual(60);
    expect(waiting).toBeLessThan(100);
    expect(entered.slice(waiting).every(isTurn)).toBe(true);
  });

  it('lets half of the capacity wait, though long, where answers come', () => {
    const gate = createReceiverGate({ capacity: 128, perOrigin: 4 });
    for (let round = 0; round < 3; round += 1) {
      const going = goingOf(gate, 'slow', 4);
      vi.advanceTimersByTime(2_000);
      for (const turn of going) turn.leave('answered');
    }
    goingOf(gate, 'slow', 4);
    expect(enterOften(gate, 'slow', 100).filter((turn) => !isTurn(turn))).toHaveLength(64);
  });

  it('sends away those who wait where a receiver becomes slow without standing still', async () => {
    const gate = createReceiverGate({ capacity: 512, perOrigin: 32 });
    for (const turn of goingOf(gate, 'a', 1)) turn.leave('answered');
    const going = goingOf(gate, 'a', 32);
    const waiting = watched(enterOften(gate, 'a', 500));
    for (let step = 0; step < 10; step += 1) {
      await vi.advanceTimersByTimeAsync(250);
      going.shift()?.leave('answered');
    }
    await vi.advanceTimersByTimeAsync(300);
    expect(waiting.filter(({ turn }) => turn?.goes === false).length).toBeGreaterThan(250);
  });

  it('gives each that goes away a turn behind the one before, between 250 ms and a minute', async () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    const going = goingOf(gate, 'dead', 4);
    await vi.advanceTimersByTimeAsync(10_000);
    for (const turn of going) turn.leave('timeout');
    goingOf(gate, 'dead', 4);
    const away = enterOften(gate, 'dead', 6_000).map((turn) =>
      isTurn(turn) && !turn.goes ? turn.againInMs : Number.NaN,
    );
    expect(Math.min(...away)).toBeGreaterThanOrEqual(250);
    expect(Math.max(...away)).toBeLessThanOrEqual(60_000);
    // Ten seconds each, four at once: a turn every 2.5 s.
    expect(away.slice(0, 3)).toEqual([2_500, 5_000, 7_500]);
    // Beyond the minute they are spread: only a small part comes back within the same second.
    const seconds = away.map((ms) => Math.floor(ms / 1_000));
    const perSecond = seconds.map((second) => seconds.filter((other) => other === second).length);
    expect(Math.max(...perSecond)).toBeLessThan(600);
  });

  it('gives a receiver that has recovered its full number at once, and forgets what it took before', async () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    const going = goingOf(gate, 'a', 4);
    await vi.advanceTimersByTimeAsync(10_000);
    for (const turn of going) turn.leave('timeout');
    const [probe] = goingOf(gate, 'a', 1);
    await vi.advanceTimersByTimeAsync(5);
    probe?.leave('answered');
    expect(goingOf(gate, 'a', 32)).toHaveLength(32);
    expect(enterOften(gate, 'a', 100).some(isTurn)).toBe(false);
  });

  it('shares a receiver between projects turn by turn', async () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 1, perUnprovenOrigin: 1 });
    const order: string[] = [];
    const deliver = async (projectId: string) => {
      const turn = await gate.enter('a', projectId);
      if (!turn.goes) return;
      order.push(projectId);
      setTimeout(() => turn.leave('answered'), 1);
    };
    const all = [...Array(10).fill('many'), 'few', 'few'].map(deliver);
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all(all);
    expect(order.slice(0, 6)).toEqual(['many', 'many', 'few', 'many', 'few', 'many']);
  });

  it('counts what can not wait among the attempts to an origin, beyond the few that it has before it answers', () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    goingOf(gate, 'a', 4);
    const leave = Array.from({ length: 40 }, () => gate.enterNow('a')).filter((way) => way !== null);
    expect(leave).toHaveLength(32 - 4);
    leave[0]?.();
    expect(gate.enterNow('a')).not.toBeNull();
    expect(gate.enterNow('b')).not.toBeNull();
  });

  it('forgets the receivers that have been idle longest, and only those', () => {
    const gate = createReceiverGate({ capacity: 1_024, maxIdle: 10 });
    for (let origin = 0; origin < 11; origin += 1) goingOf(gate, `${origin}`, 1)[0]?.leave('answered');
    expect(goingOf(gate, '0', 5)).toHaveLength(4);
    expect(goingOf(gate, '10', 5)).toHaveLength(5);
  });
});

describe('whatever receivers and projects do', () => {
  const options = { capacity: 12, perOrigin: 5, perUnprovenOrigin: 2, maxIdle: 2 };

  it('no limit is ever passed, nobody waits beside a free place or behind a stall, and every job ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(actions, { maxLength: 120 }), async (steps) => {
        const model = createModel(options);
        for (const step of steps) {
          if (step.kind === 'enter') model.enter(step.origin, step.projectId);
          else if (step.kind === 'end') model.end(step.which, step.ending);
          else await vi.advanceTimersByTimeAsync(step.ms);
          await settled();
          model.check();
        }
        for (let round = 0; round < 1_000 && model.unfinished() > 0; round += 1) {
          model.end(0, 'answered');
          await vi.advanceTimersByTimeAsync(1);
        }
        expect(model.unfinished()).toBe(0);
        await vi.advanceTimersByTimeAsync(302);
        expect(vi.getTimerCount()).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

const actions = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      origin: fc.constantFrom('a', 'b', 'c', 'd'),
      projectId: fc.constantFrom('p', 'q'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      which: fc.nat(50),
      ending: fc.constantFrom<AttemptEnding>('answered', 'timeout', 'failed', 'unsent'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(400) }) },
);

/** What is known of the gate from outside, and what must then hold. */
function createModel(options: Required<ReceiverGateOptions>) {
  const gate = createReceiverGate(options);
  const perProject = options.capacity / 2;
  const going: Array<{ origin: string; projectId: string; turn: Going }> = [];
  const waiting = new Set<{ origin: string; projectId: string; sinceMs: number }>();
  /** Since when the number under way has been neither reduced nor filled up. */
  const movedAtMs = new Map<string, number>();
  const count = (name: string) =>
    going.filter(({ origin, projectId }) => origin === name || projectId === name).length;

  function begin(origin: string, projectId: string, turn: Going): void {
    going.push({ origin, projectId, turn });
    movedAtMs.set(origin, performance.now());
    movedAtMs.set(projectId, performance.now());
    expect(count(origin)).toBeLessThanOrEqual(options.perOrigin);
    expect(count(projectId)).toBeLessThanOrEqual(perProject);
  }

  return {
    enter(origin: string, projectId: string): void {
      const entered = gate.enter(origin, projectId);
      if (isTurn(entered)) {
        if (entered.goes) begin(origin, projectId, entered);
        else expect(entered.againInMs).toSatisfy((ms: number) => ms >= 250 && ms <= 60_000);
        return;
      }
      const waiter = { origin, projectId, sinceMs: performance.now() };
      waiting.add(waiter);
      void entered.then((turn) => {
        waiting.delete(waiter);
        if (turn.goes) begin(origin, projectId, turn);
        else expect(turn.againInMs).toSatisfy((ms: number) => ms >= 250 && ms <= 60_000);
      });
    },
    end(which: number, ending: AttemptEnding): void {
      const [ended] = going.splice(which % Math.max(1, going.length), 1);
      if (ended === undefined) return;
      movedAtMs.set(ended.origin, performance.now());
      movedAtMs.set(ended.projectId, performance.now());
      ended.turn.leave(ending);
    },
    check(): void {
      const nowMs = performance.now();
      for (const { origin, projectId, sinceMs } of waiting) {
        // The fewest that an origin gets are free to it in any case.
        expect(count(origin) < options.perUnprovenOrigin && count(projectId) < perProject).toBe(false);
        const quietMs = nowMs - Math.max(sinceMs, movedAtMs.get(origin) ?? 0, movedAtMs.get(projectId) ?? 0);
        expect(quietMs).toBeLessThanOrEqual(302);
      }
    },
    unfinished: () => going.length + waiting.size,
  };
}

function enterOften(gate: ReceiverGate, origin: string, count: number, projectId = 'p') {
  return Array.from({ length: count }, () => gate.enter(origin, projectId));
}

/** Those of so many that may go at once. */
function goingOf(gate: ReceiverGate, origin: string, count: number, projectId = 'p'): Going[] {
  return enterOften(gate, origin, count, projectId).filter(
    (turn): turn is Going => isTurn(turn) && turn.goes,
  );
}

function watched(turns: Array<Turn | Promise<Turn>>): Array<{ turn: Turn | null }> {
  return turns.map((entered) => {
    const seen: { turn: Turn | null } = { turn: isTurn(entered) ? entered : null };
    if (!isTurn(entered)) {
      void entered.then((turn) => {
        seen.turn = turn;
      });
    }
    return seen;
  });
}

function isTurn(entered: Turn | Promise<Turn>): entered is Turn {
  return 'goes' in entered;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await null;
}
