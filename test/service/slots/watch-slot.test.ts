import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isRunning } from '../../../src/kernel/process.ts';
import { createProcessTree } from '../../../src/service/slots/process-tree.ts';
import { watchSlot } from '../../../src/service/slots/watch-slot.ts';
import { createTestFolder, eventually } from '../../support/service.ts';
import { silentFor } from './watch-slot.ts';

describe('a slot that says nothing', () => {
  it('and works all the while is blocked', async () => {
    expect(await silentFor('for (;;);')).toBeGreaterThanOrEqual(1);
  });
});

describe.skipIf(process.platform !== 'linux')('a slot whose browser has lost a zygote', () => {
  it('is given up while the browser lives', async () => {
    const { watch, exceeded, processes } = await watchFamily();
    await endProcess(processes.inner);
    await watch.look();
    expect(exceeded).toEqual(['a process that its browser needs has died']);
  });

  it('says itself that the browser has died, also while another zygote still lives', async () => {
    const { watch, exceeded, processes } = await watchFamily();
    await endProcess(processes.browser);
    await endProcess(processes.inner);
    await watch.look();
    expect(isRunning(processes.outer)).toBe(true);
    expect(exceeded).toEqual([]);
  });
});

/** A slot, its browser, and two zygotes below that, one started by the other, as in a sandbox. All of them are Node. */
async function watchFamily() {
  const [slot = 0, browser = 0, outer = 0, inner = 0] = await startFamily();
  const exceeded: string[] = [];
  const watch = watchSlot({
    pid: slot,
    folder: await createTestFolder(),
    tree: createProcessTree(),
    limits: { memoryMib: 10_000, diskMib: 10_000, silenceMs: 600_000 },
    onExceeded: (reason) => exceeded.push(reason),
  });
  onTestFinished(() => watch.stop());
  watch.started();
  await watch.look();
  expect(exceeded).toEqual([]);
  return { watch, exceeded, processes: { browser, outer, inner } };
}

/** The numbers of four processes, each started by the one before; the last two call themselves zygotes. */
async function startFamily(): Promise<number[]> {
  const script = `
    process.stdout.write(process.pid + ' ');
    setInterval(() => {}, 1e6);
    const depth = Number(process.env.DEPTH) + 1;
    const names = depth >= 2 ? ['--type=' + 'zygote'] : [];
    if (depth < 4)
      require('child_process').spawn(process.execPath, ['-e', process.execArgv[1], '--', ...names], {
        env: { DEPTH: depth },
        stdio: 'inherit',
      });`;
  const pids: number[] = [];
  onTestFinished(() => {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  const child = spawn(process.execPath, ['-e', script], {
    env: { DEPTH: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    told += text;
    pids.splice(0, pids.length, ...(told.match(/\d+(?= )/g) ?? []).map(Number));
    if (pids.length === 4) break;
  }
  return pids;
}

async function endProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await eventually(async () => expect(isRunning(pid)).toBe(false));
}
