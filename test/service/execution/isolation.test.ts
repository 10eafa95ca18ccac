import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserProgram } from '../../support/browser.ts';
import { createTestFolder, eventually } from '../../support/service.ts';
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
  it('a service for one person says so and does without; any other refuses to start, unless told', async () => {
    const GANTRY_BROWSER_PATH = await unsandboxed();
    const settings = { GANTRY_BROWSER_PATH };
    const { run, logged } = await startRealService(settings);
    const site = await serveShown(() => undefined);
    expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
    expect(logged()).toContain('refuses the sandbox');
    const shared = { ...settings, GANTRY_PUBLIC_URL: 'http://gantry.example.test' };
    await expect(startRealService(shared)).rejects.toThrow('GANTRY_BROWSER_SANDBOX=off');
    await startRealService({ ...shared, GANTRY_BROWSER_SANDBOX: 'off' });
  });
});

/** The real browser behind a script that stands for a kernel without user namespaces. */
async function unsandboxed(): Promise<string> {
  const folder = await createTestFolder();
  await chmod(folder, 0o755);
  const path = join(folder, 'browser');
  const script = `#!/bin/sh
case " $* " in
  *" --no-sandbox "*) exec '${browserProgram?.executablePath}' "$@" ;;
  *) echo "No usable sandbox!" >&2; exit 1 ;;
esac
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

/** `/wait` calls back once the page has been shown, and says so. */
function serveShown(onShown: () => void) {
  return serve((request, response) => {
    if (request.url === '/shown') {
      response.writeHead(204).end();
      onShown();
      return;
    }
    const tell = 'fetch("/shown").then(() => { document.body.append("Told"); })';
    const call = request.url === '/wait' ? `<script>requestAnimationFrame(() => ${tell})</script>` : '';
    response.end(html(`<h1>Ready</h1>${call}`));
  });
}
