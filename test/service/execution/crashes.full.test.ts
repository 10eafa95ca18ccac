import { expect, it } from 'vitest';
import { eventually } from '../../support/service.ts';
import { kill, serveWaitingPage } from './crashes.ts';
import {
  browserProcesses,
  noBrowser,
  sharedRealService,
  startRealService,
  verdictOf,
  whyNot,
} from './support.ts';

const patientService = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '30' });

// The first: later ones share a service.
it.skipIf(noBrowser)(
  `a service that is stopped as soon as it has started leaves no browser behind${whyNot}`,
  async () => {
    // Those of the files before may take a moment to go.
    await eventually(async () => expect(browserProcesses()).toEqual([]));
    await (await startRealService()).service.close();
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
