import { expect, it } from 'vitest';
import { eventually } from '../../support/service.ts';
import {
  browserProcesses,
  html,
  noBrowser,
  serve,
  sharedRealService,
  startRealService,
  verdictOf,
  whyNot,
} from './support.ts';

const patientService = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '30' });

// The first: later ones share a service.
it.skipIf(noBrowser)(
  `a service has its browser before the first run, and leaves none behind when it stops${whyNot}`,
  async () => {
    // Those of the files before may take a moment to go.
    await eventually(async () => expect(browserProcesses()).toEqual([]));
    await (await startRealService()).service.close();
    await eventually(async () => expect(browserProcesses()).toEqual([]));
    const { run, service } = await startRealService();
    await eventually(async () => expect(browserProcesses().length).toBeGreaterThan(0));
    const site = await serveWaitingPage(() => undefined);
    expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
    await service.close();
    await eventually(async () => expect(browserProcesses()).toEqual([]));
  },
);

it.skipIf(noBrowser)(
  `a browser that dies is no verdict, and the next run gets a new one${whyNot}`,
  async () => {
    const { run } = await patientService();
    const site = await serveWaitingPage(() => void kill('browser'));
    const ended = await run(`Open ${site.url}/wait. Wait up to 60 seconds for "Never". See "Never".`);
    expect(verdictOf(ended)).toBe('failed BROWSER_CRASHED');
    expect(ended.error?.message).toContain('started twice');
    const last = ended.output.steps.at(-1);
    expect(last?.status).toBe('failed');
    expect(ended.error?.message).toContain(last?.error);
    expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
  },
);

it.skipIf(noBrowser)(
  `a page that dies is no verdict, also while it should not show something${whyNot}`,
  async () => {
    const { run } = await patientService();
    const site = await serveWaitingPage(() => void kill('renderer'));
    const ended = await run(`Open ${site.url}/wait. Do not see "Ready".`);
    expect(verdictOf(ended)).toBe('failed BROWSER_CRASHED');
    expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
  },
);

it.skipIf(noBrowser)(
  `a page that dies before its run, and a browser that can start no more pages, are replaced${whyNot}`,
  async () => {
    const { run } = await patientService();
    const site = await serveWaitingPage(() => undefined);
    for (const kind of ['renderer', 'zygote']) {
      expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
      // The one of the next run.
      await eventually(async () =>
        expect(browserProcesses().map((found) => found.kind)).toContain('renderer'),
      );
      // One that is found may go by itself before it is killed, as that of the run before does.
      await eventually(async () => expect(kill(kind)).not.toEqual([]));
      expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
    }
  },
);

/** `/wait` calls back once the page has been shown. */
function serveWaitingPage(onShown: () => void) {
  return serve((request, response) => {
    if (request.url === '/shown') {
      response.writeHead(204).end();
      onShown();
      return;
    }
    const call =
      request.url === '/wait' ? '<script>requestAnimationFrame(() => fetch("/shown"))</script>' : '';
    response.end(html(`<h1>Ready</h1>${call}`));
  });
}

function kill(kind: string): number[] {
  const pids = browserProcesses()
    .filter((found) => found.kind === kind)
    .map(({ pid }) => pid);
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL');
    } catch {
      return false;
    }
  });
}
