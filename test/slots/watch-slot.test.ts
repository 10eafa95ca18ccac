import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProcessTree } from '../../dist/slots/process-tree.js';
import { watchSlot } from '../../dist/slots/watch-slot.js';
import { createTestFolder } from '../support/service.ts';

const silenceMs = 1_000;

describe('a slot that says nothing', () => {
  it('and works all the while is blocked', async () => {
    expect(await silentFor('for (;;);')).toBeGreaterThanOrEqual(1);
  });

  it('and gets nothing of the processor has four times as long: the machine may be busy', async () => {
    expect(await silentFor('setInterval(() => {}, 1e6)')).toBeGreaterThanOrEqual(4);
  });
});

/** After how many seconds of silence a process that does this was given up. */
async function silentFor(script: string): Promise<number> {
  const child = spawn(
    process.execPath,
    ['-e', `process.stdout.write("begun"); setTimeout(() => {${script}})`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const folder = await createTestFolder();
  const reason = await new Promise<string>((resolve) => {
    const watch = watchSlot({
      pid: child.pid ?? 0,
      folder,
      tree: createProcessTree(),
      limits: { memoryMib: 10_000, diskMib: 10_000, silenceMs },
      onExceeded: resolve,
    });
    onTestFinished(() => watch.stop());
    void watch.look().then(() => {
      watch.heard();
      watch.setBusy(true);
    });
  });
  return Number(/^it did not respond for (\d+) s$/.exec(reason)?.[1]);
}
