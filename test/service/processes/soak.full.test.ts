import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, type TestContext } from 'vitest';
import { until } from './place.ts';

const program = fileURLToPath(new URL('../../../scripts/soak-crashes.mjs', import.meta.url));

describe('the soak', () => {
  it('killed processes and a restarted database lose no run, no result and no hold', async (context) => {
    const soak = await runSoak(context, ['--seconds', '15', '--runs', '11', '--clients', '2', '--json']);
    const code = await soak.exited;
    expect(soak.out(), soak.err()).not.toBe('');
    const report = JSON.parse(soak.out());
    expect(report.faults).toEqual([]);
    expect(code).toBe(0);
    expect(report).toMatchObject({ ended: report.submitted });
    // It goes on until there are as many: fewer would prove nothing.
    expect(report.kills).toBeGreaterThan(0);
    expect(report.databaseRestarts).toBeGreaterThan(0);
    expect(report.submitted).toBeGreaterThan(10);
    await soak.leavesNothing();
  }, 480_000);

  it('leaves nothing behind when it is interrupted', async (context) => {
    const soak = await runSoak(context, ['--seconds', '60', '--clients', '1']);
    await until('runs are accepted', () => /[1-9]\d* accepted/.test(soak.err()), 150_000);
    soak.child.kill('SIGINT');
    expect(await soak.exited).toBe(130);
    await soak.leavesNothing();
  }, 480_000);
});

async function runSoak({ onTestFinished }: TestContext, args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-test-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // A group of its own shows at the end whether a process of it is left.
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      TMPDIR: folder,
      ...(process.env.SCRIPTED_GANTRY && { SCRIPTED_GANTRY: process.env.SCRIPTED_GANTRY }),
    },
    detached: true,
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  const exited = once(child, 'close').then(([code]) => code);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return {
    child,
    exited,
    out: () => out,
    err: () => err,
    async leavesNothing() {
      expect(() => process.kill(-(child.pid ?? 0), 0)).toThrow('ESRCH');
      expect(await readdir(folder)).toEqual([]);
    },
  };
}
