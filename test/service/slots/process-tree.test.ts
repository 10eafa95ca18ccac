import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProcessTree, descend } from '../../../src/service/slots/process-tree.ts';

describe('the processes below one', () => {
  it('are itself and those whose chain of parents leads to it, each once, in any table', () => {
    const table = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 })))
      // A parent is older than its child: there are no circles.
      .map((pairs) => new Map(pairs.filter(([pid, parent]) => parent < pid)));
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 30 }), (parents, root) => {
        const all = new Map(
          [...parents].map(([pid, parent]) => [pid, { parent, bytes: () => pid, processorMs: () => 0 }]),
        );
        const leadsTo = (pid: number | undefined): boolean =>
          pid !== undefined && (pid === root || leadsTo(parents.get(pid)));
        const expected = parents.has(root) ? [...parents.keys()].filter((pid) => leadsTo(pid)) : [];
        const found = descend(root, all).map(({ pid }) => pid);
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  it('are found on this machine with the memory that they hold, also those that came after the first look', async () => {
    const tree = createProcessTree();
    expect((await tree.of(process.pid)).some(({ bytes }) => bytes > 0)).toBe(true);
    const script =
      'globalThis.held = Buffer.alloc(1 << 26, 1); process.stdout.write("held"); setInterval(() => {}, 1e6)';
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const held = (await tree.of(process.pid)).find(({ pid }) => pid === child.pid);
    expect(held?.bytes).toBeGreaterThan(1 << 26);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await tree.of(child.pid ?? 0)).toEqual([]);
  });
});
