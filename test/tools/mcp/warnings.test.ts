import { expect, it } from 'vitest';
import { startAddingProxy } from '../../support/adding-proxy.js';
import { startTestService } from '../../support/service.js';
import { openAgent } from './support.js';

it('tells the agent what the service has not taken from a call, in the text and in the structured answer', async () => {
  const service = await startTestService();
  const agent = await openAgent(await startAddingProxy(service.url, { retriesOfRun: 3 }));
  const [submitted, read] = await Promise.all([
    agent.call('submit_run', { prompt: 'see a' }),
    agent.call('list_runs'),
  ]);
  const warnings = [{ path: 'retriesOfRun', message: "isn't known" }];
  expect(submitted.isError).toBe(false);
  expect(submitted.text).toMatch(/\nWarning: retriesOfRun: isn't known$/);
  expect(submitted.structured).toMatchObject({ run: { status: 'queued' }, warnings });
  expect(read.text).not.toContain('Warning');
  expect(read.structured).not.toHaveProperty('warnings');
});
