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
  `a service has its browser before the first run, and leaves none behind when it stops${whyNot}`,
  async () => {
    // Those of the files before may take a moment to go.
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
  `a page that dies is no verdict, also while it should not show something${whyNot}`,
  async () => {
    const { run } = await patientService();
    const site = await serveWaitingPage(() => void kill('renderer'));
    const ended = await run(`Open ${site.url}/wait. Do not see "Ready".`);
    expect(verdictOf(ended)).toBe('failed BROWSER_CRASHED');
    expect(verdictOf(await run(`Open ${site.url}/. See "Ready".`))).toBe('completed PASS');
  },
);
