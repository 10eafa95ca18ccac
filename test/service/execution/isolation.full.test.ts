import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/service.ts';
import { publicUrl, serveShown, unsandboxed } from './isolation.ts';
import {
  html,
  noBrowser,
  serve,
  sharedRealService,
  slotProcesses,
  startRealService,
  verdictOf,
  whyNot,
} from './support.ts';

const realService = sharedRealService();

it.skipIf(noBrowser)(`a page that kills its slot twice ends its run alone${whyNot}`, async () => {
  const { run } = await startRealService({ GANTRY_SLOT_MEMORY_MIB: '700', GANTRY_BROWSER_SLOTS: '2' });
  const site = await serve((request, response) => {
    const grow = 'const all = []; setInterval(() => all.push(new Uint8Array(1 << 26).fill(1)), 20);';
    response.end(html(request.url === '/grow' ? `<h1>Grows</h1><script>${grow}</script>` : '<h1>Ready</h1>'));
  });
  const grows = run(`Open ${site.url}/grow. Wait up to 60 seconds for "Never". See "Never".`);
  const others = await Promise.all([1, 2].map(() => run(`Open ${site.url}/. See "Ready".`)));
  expect(others.map(verdictOf)).toEqual(['completed PASS', 'completed PASS']);
  const ended = await grows;
  expect(verdictOf(ended)).toBe('failed BROWSER_CRASHED');
  expect(ended.error?.message).toMatch(/memory|crashed/);
  expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
});

it.skipIf(noBrowser)(`slots that die while nothing runs are replaced by the next run${whyNot}`, async () => {
  const { run } = await realService();
  const site = await serveShown(() => undefined);
  const seesReady = `Open ${site.url}/. See "Ready".`;
  // A slot that has had nothing to do for long may be gone by itself.
  expect(verdictOf(await run(seesReady))).toBe('completed PASS');
  const used = slotProcesses();
  expect(used).not.toEqual([]);
  for (const pid of used) process.kill(pid, 'SIGKILL');
  expect(verdictOf(await run(seesReady))).toBe('completed PASS');
});

it.skipIf(noBrowser)(
  `dialogs, lines of the console, tabs and downloads without end change no other run${whyNot}`,
  async () => {
    const { run } = await startRealService({
      GANTRY_SLOT_MEMORY_MIB: '700',
      GANTRY_BROWSER_SLOTS: '2',
      // Long enough for a page that shares a slow machine with these.
      GANTRY_STEP_TIMEOUT_SECONDS: '20',
      GANTRY_ASSERT_TIMEOUT_SECONDS: '10',
    });
    const site = await serve((request, response) => {
      const name = request.url?.slice(1) ?? '';
      if (name === 'file') response.setHeader('content-disposition', 'attachment');
      response.end(html(`<h1>Ready</h1><script>${hostile[name] ?? ''}</script>`));
    });
    const names = Object.keys(hostile);
    const ended = await Promise.all([
      ...names.map((name) => run(`Open ${site.url}/${name}. Wait 2 seconds. See "Nothing".`)),
      ...names.map(() => run(`Open ${site.url}/. See "Ready".`)),
    ]);
    expect(ended.slice(0, names.length).map(({ output }) => output.result)).not.toContain('PASS');
    expect(ended.slice(names.length).map(verdictOf)).toEqual(names.map(() => 'completed PASS'));
  },
);

it.skipIf(noBrowser)(
  `everything that a slot writes lies below the data directory, and goes with it${whyNot}`,
  async () => {
    const { run, service, dataDir } = await startRealService();
    const site = await serveShown(() => undefined);
    expect(verdictOf(await run(`Open ${site.url}/. See "Never".`))).toBe('completed FAILED');
    const folders = await readdir(join(dataDir, 'slots'));
    expect(folders).toHaveLength(1);
    const recordings = join(dataDir, 'slots', `${folders[0]}`, 'traces');
    // Of the page that waits for the next run alone.
    await eventually(async () =>
      expect((await readdir(recordings)).filter((name) => name.endsWith('.trace'))).toHaveLength(1),
    );
    await service.close();
    expect(await readdir(join(dataDir, 'slots'))).toEqual([]);
  },
);

describe.skipIf(noBrowser)(`where the kernel refuses the sandbox of the browser${whyNot}`, () => {
  it('a service that is not for one person does without if it is told to', async () => {
    const GANTRY_BROWSER_PATH = await unsandboxed();
    await startRealService({ ...publicUrl, GANTRY_BROWSER_PATH, GANTRY_BROWSER_SANDBOX: 'off' });
  });

  it('a service for one person says so and does without', async () => {
    const { run, logged } = await startRealService({ GANTRY_BROWSER_PATH: await unsandboxed() });
    const site = await serveShown(() => undefined);
    expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
    expect(logged()).toContain('refuses the sandbox');
  });
});

const hostile: Record<string, string> = {
  alerts: 'setInterval(() => { for (;;) alert("Hello ".repeat(1000)); }, 0);',
  lines: 'setInterval(() => { for (let n = 0; n < 100; n += 1) console.error("x".repeat(50_000), n); }, 0);',
  tabs: 'setInterval(() => open("/tabs"), 0);',
  downloads: 'setInterval(() => { location.href = "/file"; }, 10);',
};
