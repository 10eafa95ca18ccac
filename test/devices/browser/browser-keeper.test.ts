import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BrowserKeeperOptions, createBrowserKeeper } from '../../../src/devices/web/browser-keeper.ts';
import { launchBrowser } from '../../../src/devices/web/launch.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { browserPath } from '../../support/browser.ts';
import { fakeProgram, isRunning, watchedProgram } from './programs.ts';

const keeperProgram = fileURLToPath(new URL('./keeper-program.mjs', import.meta.url));
const log = createLog('silent');
const never = new AbortController().signal;
const why = browserPath === null ? ' (skipped: no browser on this machine)' : '';

async function watchedKeeper(options: Partial<BrowserKeeperOptions> = {}, beforehand = '') {
  const watched = await watchedProgram(beforehand);
  const keeper = createBrowserKeeper({
    launch: (signal) => launchBrowser({ ...watched.program, sandbox: false, signal }),
    log,
    ...options,
  });
  onTestFinished(() => keeper.close());
  return { keeper, ...watched };
}

function gone(browser: Browser): Promise<unknown> {
  return browser.isConnected() ? once(browser as never, 'disconnected') : Promise.resolve();
}

describe.skipIf(browserPath === null)(`the browser that is kept${why}`, () => {
  it('is started on the first need, shared by all runs, and gone after close with all that it left', async () => {
    const { keeper, pids, leftovers } = await watchedKeeper();
    expect(await pids()).toEqual([]);
    const leases = await Promise.all(Array.from({ length: 5 }, () => keeper.take(never)));
    expect(new Set(leases.map(({ browser }) => browser)).size).toBe(1);
    for (const { release } of leases) release();
    const again = await keeper.take(never);
    expect(again.browser).toBe(leases[0]?.browser);
    again.release();
    const [pid = 0, ...others] = await pids();
    expect(others).toEqual([]);
    await keeper.close();
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await leftovers()).toEqual([]);
    await expect(keeper.take(never)).rejects.toMatchObject({ code: 'NO_BROWSER' });
  });

  it('is replaced when it dies, in use or not', async () => {
    const { keeper, pids } = await watchedKeeper();
    const first = await keeper.take(never);
    const [pid = 0] = await pids();
    process.kill(pid, 'SIGKILL');
    await gone(first.browser);
    const second = await keeper.take(never);
    expect(second.browser.isConnected()).toBe(true);
    first.release();
    second.release();
    process.kill((await pids())[1] ?? 0, 'SIGKILL');
    await gone(second.browser);
    const third = await keeper.take(never);
    await (await third.browser.newPage()).close();
    third.release();
    expect(await pids()).toHaveLength(3);
  });

  it('is replaced after its uses, and never below a run that uses it', async () => {
    const { keeper, pids } = await watchedKeeper({ maxUses: 2 });
    const [first, second] = [await keeper.take(never), await keeper.take(never)];
    const third = await keeper.take(never);
    expect(third.browser).not.toBe(first.browser);
    expect(second.browser).toBe(first.browser);
    first.release();
    first.release();
    await (await second.browser.newPage()).close();
    expect(second.browser.isConnected()).toBe(true);
    second.release();
    await gone(second.browser);
    third.release();
    expect(third.browser.isConnected()).toBe(true);
    expect(await pids()).toHaveLength(2);
  });

  it('is closed when nobody has used it for some time', async () => {
    const { keeper, pids } = await watchedKeeper({ idleMs: 50 });
    const lease = await keeper.take(never);
    lease.release();
    await gone(lease.browser);
    const next = await keeper.take(never);
    expect(next.browser.isConnected()).toBe(true);
    next.release();
    await gone(next.browser);
    expect(await pids()).toHaveLength(2);
  });

  it('is warmed before the first run', async () => {
    const { keeper, pids } = await watchedKeeper();
    await keeper.warm();
    expect(await pids()).toHaveLength(1);
    (await keeper.take(never)).release();
    expect(await pids()).toHaveLength(1);
  });

  it('is not waited for by a run that is called off; the others get it', async () => {
    const { keeper, pids } = await watchedKeeper({}, 'sleep 0.3');
    const abort = new AbortController();
    const [calledOff, waited] = [keeper.take(abort.signal), keeper.take(never)];
    abort.abort(new Error('enough'));
    await expect(calledOff).rejects.toThrow('enough');
    (await waited).release();
    expect(await pids()).toHaveLength(1);
  });

  it('leaves nothing when it is closed during its start', async () => {
    const { keeper, pids, leftovers } = await watchedKeeper({}, 'sleep 0.3');
    const taken = keeper.take(never);
    taken.catch(() => undefined);
    await expect.poll(pids).toHaveLength(1);
    await keeper.close();
    await expect(taken).rejects.toMatchObject({ code: 'NO_BROWSER' });
    const [pid = 0] = await pids();
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await leftovers()).toEqual([]);
  });
});

describe.skipIf(browserPath === null)(`a process that keeps a browser${why}`, () => {
  it.each([
    ['closes it', 'close', 'sleep 0.5'],
    ['just exits', 'exit', 'sleep 0.5'],
    ['just exits', 'exit', ''],
  ])('that is told to stop and %s leaves none behind (%s, %s)', async (_what, ending, beforehand) => {
    const { program, pids, leftovers } = await watchedProgram(beforehand);
    const child = spawn(process.execPath, [keeperProgram, program.executablePath, ending], {
      env: { ...process.env, ...program.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    if (beforehand === '') await once(child.stdout, 'data');
    await expect.poll(pids).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    const [pid = 0] = await pids();
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await leftovers()).toEqual([]);
  });
});

describe('a browser that does not start', () => {
  it('fails every run that waits for it, and is tried again by the next', async () => {
    const program = await fakeProgram('echo "no luck today" >&2; exit 1');
    let starts = 0;
    const keeper = createBrowserKeeper({
      launch: (signal) => {
        starts += 1;
        return launchBrowser({ ...program, sandbox: false, signal });
      },
      log,
    });
    onTestFinished(() => keeper.close());
    const outcomes = await Promise.allSettled([keeper.take(never), keeper.take(never)]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        reason: { code: 'NO_BROWSER', message: expect.stringContaining('no luck today') },
      });
    expect(starts).toBe(1);
    await expect(keeper.take(never)).rejects.toMatchObject({ code: 'NO_BROWSER' });
    await keeper.warm();
    expect(starts).toBe(3);
  });
});
