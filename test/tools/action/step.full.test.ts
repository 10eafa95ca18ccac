import { describe, expect, it } from 'vitest';
import { startAddingProxy } from '../../support/adding-proxy.js';
import { breakingAddress } from '../../support/listening.ts';
import { openPlace } from './step.ts';
import { runStep } from './support.js';

describe('the step of a job', () => {
  it('runs on the environment that is named, by its group, its webhook or a prompt', async () => {
    const place = await openPlace(['web']);
    const targetUrl = 'https://staging.example.com/';
    const environments = `/projects/${place.service.projectId}/environments`;
    await place.service.call('POST', environments, { name: 'Staging', url: targetUrl });
    for (const what of [{ group: place.groupId }, { 'webhook-url': place.webhookUrl }, { prompt: 'see a' }]) {
      const step = await runStep({ ...place.inputs, ...what, environment: 'staging' });
      expect(step).toMatchObject({ code: 0, outputs: { result: 'PASS' } });
      const [runId] = JSON.parse(step.outputs['run-ids'] ?? '');
      expect((await place.service.call('GET', `/runs/${runId}`)).body.targetUrl).toBe(targetUrl);
    }
  });

  it('warns of what the service has not taken from its calls', async () => {
    const place = await openPlace(['web']);
    const url = await startAddingProxy(place.service.url, { retriesOfRun: 3 });
    const step = await runStep({ ...place.inputs, url, prompt: 'see a' });
    expect(step).toMatchObject({ code: 0, outputs: { result: 'PASS' } });
    expect(step.log).toContain("::warning title=Part of the call had no effect::retriesOfRun: isn't known\n");
  });

  it('says of a lost service that it can not be reached', async () => {
    const place = await openPlace(['web']);
    const unreachable = await breakingAddress();
    const lost = await runStep({ ...place.inputs, url: unreachable, group: place.groupId });
    expect(lost).toMatchObject({ code: 1, errors: [{ title: "Gantry: the service can't be reached" }] });
  });
});
