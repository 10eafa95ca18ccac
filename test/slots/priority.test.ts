import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGreedWatch, priorities, setPriorities } from '../../dist/slots/priority.js';

const lookMs = 250;

/** Looks at processes that use so many cores, each second, and tells at which look they were greedy for the first time. */
function firstGreedy(coresBySecond: readonly number[]): number {
  const greed = createGreedWatch();
  let processorMs = 0;
  for (let look = 0; look < coresBySecond.length * 4; look += 1) {
    if (greed.isGreedy([{ pid: 1, parent: 0, bytes: 0, processorMs }], look * lookMs)) return look;
    processorMs += (coresBySecond[Math.floor(look / 4)] ?? 0) * lookMs;
  }
  return -1;
}

describe('a slot that takes more of the processor than a run needs', () => {
  it('is found out within seconds, alone and beside others, and an ordinary run is not', () => {
    expect(firstGreedy([2, 2, 2])).toBe(8);
    expect(firstGreedy([1, 1, 1, 1, 1, 1])).toBeGreaterThan(0);
    expect(firstGreedy([1.4, 1.4, 1.4, 0.1])).toBe(-1);
    expect(firstGreedy(Array.from({ length: 60 }, () => 0.5))).toBe(-1);
  });

  it('is never one that uses less than four fifths of a core, and always one that uses one and a half for ten seconds', () => {
    const lazy = fc.array(fc.double({ min: 0, max: 0.79, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(fc.property(lazy, (cores) => firstGreedy(cores) === -1));
    const eager = fc.array(fc.double({ min: 1.51, max: 64, noNaN: true }), { minLength: 10, maxLength: 30 });
    fc.assert(fc.property(eager, (cores) => firstGreedy(cores) > 0));
  });

  it('counts from the beginning of a run, and each process from its own', () => {
    const greed = createGreedWatch();
    for (let look = 0; look < 12; look += 1)
      greed.isGreedy([{ pid: 1, parent: 0, bytes: 0, processorMs: look * 300 }], look * lookMs);
    greed.reset();
    const later = Array.from({ length: 4 }, (_, look) =>
      greed.isGreedy(
        [
          { pid: 1, parent: 0, bytes: 0, processorMs: 3_300 },
          { pid: 2 + look, parent: 0, bytes: 0, processorMs: 100 },
        ],
        3_000 + look * 1_000,
      ),
    );
    expect(later).toEqual([false, false, false, false]);
  });

  it('gives way with every process, and what is gone is no fault', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'spawn');
    setPriorities([child.pid ?? 0, 2 ** 22 - 1], priorities.low);
    expect(getPriority(child.pid ?? 0)).toBe(priorities.low);
  });
});
