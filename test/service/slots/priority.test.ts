import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGreedWatch, priorities, setPriorities } from '../../../src/service/slots/priority.ts';

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

  it.each([
    ['a session of its own', true],
    ['the session of the service', false],
  ])(
    'gives way with every process in %s, and the service does not; what is gone is no fault',
    async (_where, detached) => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
        stdio: 'ignore',
        detached,
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child, 'spawn');
      const pid = child.pid ?? 0;
      const before = autogroupOf(process.pid);
      // Who is not root may have to wait until a session can be changed.
      await expect.poll(() => setPriorities([pid, 2 ** 22 - 1], priorities.low)).toEqual([]);
      expect(getPriority(pid)).toBe(priorities.low);
      expect(autogroupOf(process.pid)).toBe(before);
      if (before !== '' && detached) expect(autogroupOf(pid)).toMatch(new RegExp(` nice ${priorities.low}$`));
    },
  );

  it.skipIf(autogroupOf(process.pid) === '')(
    'gives way in all its sessions also where the kernel lets only one be changed at a time, as for who is not root',
    async () => {
      const module = new URL('../../../dist/service/slots/priority.js', import.meta.url).href;
      const args = ['--input-type=module', '-e', asNobody, '--', module];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      expect(JSON.parse(stdout)).toEqual(Array(3).fill(priorities.low));
    },
  );
});

/** Loads the code before it gives up its rights: it may lie where others can't read it. */
const asNobody = `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  import { readFileSync } from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  const { priorities, setPriorities } = await import(process.argv[1]);
  if (process.getuid() === 0) process.setuid(65534);
  const children = [1, 2, 3].map(() => spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }));
  await Promise.all(children.map((child) => once(child, 'spawn')));
  const pids = children.map(({ pid }) => pid);
  const priorityOf = (pid) => Number(readFileSync('/proc/' + pid + '/autogroup', 'utf8').split(' ')[2]);
  for (let left = pids; left.length > 0; await delay(20)) left = setPriorities(left, priorities.low);
  process.stdout.write(JSON.stringify(pids.map(priorityOf)));
  for (const child of children) child.kill();
`;

/** Empty where the kernel makes none. */
function autogroupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();
  } catch {
    return '';
  }
}
