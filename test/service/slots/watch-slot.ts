import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { createProcessTree } from '../../../src/service/slots/process-tree.ts';
import { watchSlot } from '../../../src/service/slots/watch-slot.ts';
import { createTestFolder } from '../../support/service.ts';

const silenceMs = 1_000;

/** After how many seconds of silence a process that does this was given up. */
export async function silentFor(script: string): Promise<number> {
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
