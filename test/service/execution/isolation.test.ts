import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/service.ts';
import { publicUrl, serveShown, unsandboxed } from './isolation.ts';
import {
  noBrowser,
  sharedRealService,
  slotProcesses,
  startRealService,
  verdictOf,
  whyNot,
} from './support.ts';

const realService = sharedRealService();
const waits = (url: string) => `Open ${url}/wait. Wait up to 60 seconds for "Never". See "Never".`;

it.skipIf(noBrowser)(
  `a run whose slot is killed begins anew, and its result shows one beginning${whyNot}`,
  async () => {
    const { run } = await realService();
    let kills = 0;
    const site = await serveShown(() => {
      kills += 1;
      if (kills === 1) for (const pid of slotProcesses()) process.kill(pid, 'SIGKILL');
    });
    const ended = await run(`Open ${site.url}/wait. See "Ready". See "Told".`);
    expect(verdictOf(ended)).toBe('completed PASS');
    expect(kills).toBe(2);
    expect(ended.output.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
    expect(ended.output.screenshots).toHaveLength(3);
  },
);

it.skipIf(noBrowser)(
  `a slot that is blocked is killed when its run is cancelled, and the next run has another${whyNot}`,
  async () => {
    const { run, call } = await realService();
    let blocked = false;
    const site = await serveShown(() => {
      if (blocked) return;
      blocked = true;
      for (const pid of slotProcesses()) process.kill(pid, 'SIGSTOP');
    });
    const submitted = (await call('POST', '/runs', { prompt: waits(site.url) })).body;
    await eventually(async () => expect(blocked).toBe(true));
    const [stopped = 0] = slotProcesses();
    await call('POST', `/runs/${submitted.id}/cancel`);
    expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
    expect(slotProcesses()).not.toContain(stopped);
  },
);

describe.skipIf(noBrowser)(`where the kernel refuses the sandbox of the browser${whyNot}`, () => {
  it('a service that is not for one person refuses to start', async () => {
    const shared = { ...publicUrl, GANTRY_BROWSER_PATH: await unsandboxed() };
    await expect(startRealService(shared)).rejects.toThrow('GANTRY_BROWSER_SANDBOX=off');
  });
});
