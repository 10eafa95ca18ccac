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

  it('lets wait in memory for a second, and sends away whoever has waited in vain', async () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    const going = goingOf(gate, 'a', 4);
    const waiting = watched(enterOften(gate, 'a', 50));
    going.pop()?.leave('failed');
    await vi.advanceTimersByTimeAsync(999);
    expect(waiting.map(({ turn }) => turn?.goes)).toEqual([true, ...Array(49).fill(undefined)]);
    await vi.advanceTimersByTimeAsync(2);
    expect(waiting.map(({ turn }) => turn?.goes)).toEqual([true, ...Array(49).fill(false)]);
  });

  it('lets nobody wait in memory where others did in vain, until all of those may have been back', async () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    goingOf(gate, 'a', 5);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(gate.enter('a', 'p')).toMatchObject({ goes: false });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(gate.enter('a', 'p')).toMatchObject({ goes: false });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isTurn(gate.enter('a', 'p'))).toBe(false);
  });

  it('lets at most half of the capacity wait for receivers that have not answered yet', () => {
    const gate = createReceiverGate({ capacity: 128, perOrigin: 32 });
    const entered = ['a', 'b', 'c'].flatMap((origin) => enterOften(gate, origin, 44));
    expect(entered.filter((turn) => !isTurn(turn))).toHaveLength(64);
    goingOf(gate, 'd', 1)[0]?.leave('answered');
    const atAnswering = enterOften(gate, 'd', 42, 'another');
    expect(atAnswering.filter((turn) => !isTurn(turn))).toHaveLength(10);
  });

  it('lets nobody wait in memory for a receiver that has just timed out', () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    goingOf(gate, 'a', 4)[0]?.leave('timeout');
    expect(
      enterOften(gate, 'a', 3)
        .filter(isTurn)
        .map(({ goes }) => goes),
    ).toEqual([true, false, false]);
  });

  it('spreads those that go away over ten seconds, so that they do not all come back at once', () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    for (const turn of goingOf(gate, 'dead', 4)) turn.leave('timeout');
    goingOf(gate, 'dead', 4);
    const away = enterOften(gate, 'dead', 6_000).flatMap((turn) =>
      isTurn(turn) && !turn.goes ? [turn.againInMs] : [],
    );
    const seconds = away.map((ms) => Math.floor(ms / 1_000));
    expect(new Set(seconds)).toEqual(new Set([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]));
    const perSecond = [...new Set(seconds)].map(
      (second) => seconds.filter((other) => other === second).length,
    );
    expect(Math.max(...perSecond)).toBeLessThan(900);
  });

  it('gives a receiver that has recovered its full number at once, and lets wait for it again', async () => {
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 32 });
    for (const turn of goingOf(gate, 'a', 4)) turn.leave('timeout');
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
    const gate = createReceiverGate({ capacity: 1_024, maxRemembered: 10 });
    for (let origin = 0; origin < 11; origin += 1) goingOf(gate, `${origin}`, 1)[0]?.leave('answered');
    expect(goingOf(gate, '0', 5)).toHaveLength(4);
    expect(goingOf(gate, '10', 5)).toHaveLength(5);
  });
});

describe('whatever receivers and projects do', () => {
  const options = { capacity: 12, perOrigin: 5, perUnprovenOrigin: 2, maxRemembered: 2 };

  it('no limit is ever passed, nobody waits beside a free place or for more than a second, and every job ends', async () => {
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(1_200) }) },
);

/** What is known of the gate from outside, and what must then hold. */
function createModel(options: Required<ReceiverGateOptions>) {
  const gate = createReceiverGate(options);
  const perProject = options.capacity / 2;
  const going: Array<{ origin: string; projectId: string; turn: Going }> = [];
  const waiting = new Set<{ origin: string; projectId: string; sinceMs: number }>();
  const count = (name: string) =>
    going.filter(({ origin, projectId }) => origin === name || projectId === name).length;

  function begin(origin: string, projectId: string, turn: Going): void {
    going.push({ origin, projectId, turn });
    expect(count(origin)).toBeLessThanOrEqual(options.perOrigin);
    expect(count(projectId)).toBeLessThanOrEqual(perProject);
  }

  return {
    enter(origin: string, projectId: string): void {
      const entered = gate.enter(origin, projectId);
      if (isTurn(entered)) {
        if (entered.goes) begin(origin, projectId, entered);
        else expect(entered.againInMs).toSatisfy((ms: number) => ms >= 10_000 && ms <= 20_000);
        return;
      }
      const waiter = { origin, projectId, sinceMs: performance.now() };
      waiting.add(waiter);
      void entered.then((turn) => {
        waiting.delete(waiter);
        if (turn.goes) begin(origin, projectId, turn);
        else expect(turn.againInMs).toSatisfy((ms: number) => ms >= 10_000 && ms <= 20_000);
      });
    },
    end(which: number, ending: AttemptEnding): void {
      const [ended] = going.splice(which % Math.max(1, going.length), 1);
      if (ended === undefined) return;
      ended.turn.leave(ending);
    },
    check(): void {
      const nowMs = performance.now();
      for (const { origin, projectId, sinceMs } of waiting) {
        // The fewest that an origin gets are free to it in any case.
        expect(count(origin) < options.perUnprovenOrigin && count(projectId) < perProject).toBe(false);
        expect(nowMs - sinceMs).toBeLessThanOrEqual(1_002);
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
