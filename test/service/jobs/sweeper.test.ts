import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Sweep, startSweeper } from '../../../src/service/jobs/sweeper.ts';
import { createWaiter } from '../../../src/service/jobs/waiter.ts';
import { log, openPool } from './support.ts';

/** No sweep here asks it anything. */
const nowhere = 'postgres://nobody@127.0.0.1:1/none';
const nothing = { swept: 0, more: false };

describe('the sweeper', () => {
  it('goes on with the others when one fails, and tries that one again', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const ran: string[] = [];
    sweeping({
      broken: { run: note(ran, 'broken', new Error('out of reach')), everyMs: 30 },
      sound: { run: note(ran, 'sound'), everyMs: 30 },
    });
    await vi.advanceTimersByTimeAsync(60);
    expect(ran).toEqual(['broken', 'sound', 'broken', 'sound', 'broken', 'sound']);
  });

  it('keeps each to its interval', async () => {
    const ran: string[] = [];
    const startedMs = performance.now();
    sweeping({
      often: { run: note(ran, 'often'), everyMs: 50 },
      rarely: { run: note(ran, 'rarely'), everyMs: 3_600_000 },
    });
    await expect.poll(() => count(ran, 'often')).toBeGreaterThanOrEqual(5);
    expect(count(ran, 'often')).toBeLessThanOrEqual((performance.now() - startedMs) / 50 + 1);
    expect(count(ran, 'rarely')).toBe(1);
  });

  it('takes all batches of a sweep, and tells what it swept', async () => {
    const told: unknown[] = [];
    const batches = [
      { swept: 10, more: true },
      { swept: 10, more: true },
      { swept: 0, more: false },
    ];
    const run: Sweep['run'] = async () => batches.shift() ?? nothing;
    sweeping({ things: { run, everyMs: 3_600_000 } }, (...what) => told.push(what));
    await expect.poll(() => batches).toEqual([]);
    expect(told).toEqual([
      ['things', 10],
      ['things', 10],
    ]);
  });

  it('does all at once when it is woken, but for those that keep to their interval', async () => {
    const ran: string[] = [];
    const sweeper = sweeping({
      prompt: { run: note(ran, 'prompt'), everyMs: 3_600_000 },
      costly: { run: note(ran, 'costly'), everyMs: 3_600_000, ignoresWake: true },
    });
    await expect.poll(() => ran).toEqual(['prompt', 'costly']);
    sweeper.wake();
    await expect.poll(() => ran).toEqual(['prompt', 'costly', 'prompt']);
  });

  it('looks again when it was woken while it worked: what came then may have been missed', async () => {
    const ends: Array<() => void> = [];
    const run = () => new Promise<typeof nothing>((resolve) => ends.push(() => resolve(nothing)));
    const sweeper = sweeping({ slow: { run, everyMs: 3_600_000 } });
    await expect.poll(() => ends.length).toBe(1);
    sweeper.wake();
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
  });

  it('stops when the statement under way has ended, without the batches that are left', async () => {
    let end: () => void = () => undefined;
    let times = 0;
    const run = () =>
      new Promise<{ swept: number; more: boolean }>((resolve) => {
        times += 1;
        end = () => resolve({ swept: 1, more: true });
      });
    const sweeper = sweeping({ endless: { run, everyMs: 1 } });
    await expect.poll(() => times).toBe(1);
    const stopped = sweeper.stop();
    end();
    await stopped;
    expect(times).toBe(1);
  });

  it('with nothing to sweep rests', async () => {
    await sweeping({}).stop();
  });
});

describe('a rest', () => {
  it('ends at once by a call that came before it, once', async () => {
    const { wake, wait } = createWaiter();
    wake();
    wake();
    const startedMs = performance.now();
    await wait(60_000);
    await wait(30);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(29);
  });

  it('never ends before its time by a fraction, nor at once for being too long for a timer', async () => {
    const { wake, wait } = createWaiter();
    const startedMs = performance.now();
    await wait(20.9);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(20);
    let isOver = false;
    const resting = wait(Number.POSITIVE_INFINITY).then(() => {
      isOver = true;
    });
    await rest20(resting);
    expect(isOver).toBe(false);
    wake();
    await resting;
  });
});

/** Time enough for a timer of one millisecond to have ended. */
async function rest20(other: Promise<void>): Promise<void> {
  await Promise.race([other, createWaiter().wait(20)]);
}

function sweeping(
  sweeps: Record<string, Sweep>,
  onSwept: (name: string, count: number) => void = () => undefined,
): ReturnType<typeof startSweeper> {
  const sweeper = startSweeper({ db: openPool(nowhere, 1), sweeps, onSwept, log });
  onTestFinished(() => sweeper.stop());
  return sweeper;
}

function note(into: string[], name: string, fault?: Error): Sweep['run'] {
  return async () => {
    into.push(name);
    if (fault) throw fault;
    return nothing;
  };
}

function count(ran: readonly string[], name: string): number {
  return ran.filter((one) => one === name).length;
}
