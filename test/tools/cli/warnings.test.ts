import { describe, expect, it } from 'vitest';
import { createClient, tellingWarnings, type Warning } from '../../../src/client/index.ts';
import { startAddingProxy } from '../../support/adding-proxy.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { adminKey, startTestService, type TestService } from '../../support/service.js';
import { gantry } from './support.js';

const warning = { path: 'retriesOfRun', message: "isn't known" };

/** The service as a tool sees it whose calls hold a member that the service does not know. */
async function serviceOfLaterTool(options?: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService(options);
  return { ...service, url: await startAddingProxy(service.url, { retriesOfRun: 3 }) };
}

describe('what the service has not taken from a call', () => {
  it('is a line on stderr, also where nothing else is printed, and the call has done the rest', async () => {
    const service = await serviceOfLaterTool();
    const { code, out, err } = await gantry(service, ['runs', 'submit', 'see a', '--quiet']);
    expect({ code, err }).toEqual({ code: 0, err: "Warning: retriesOfRun: isn't known\n" });
    expect((await service.call('GET', `/runs/${out.trim()}`)).status).toBe(200);
  });

  it('is in the document and on stderr with --json', async () => {
    const service = await serviceOfLaterTool();
    const submitted = await gantry(service, ['runs', 'submit', 'see a', '--json']);
    expect(submitted.json()).toMatchObject({ status: 'queued', warnings: [warning] });
    expect(JSON.parse(submitted.err)).toEqual({ warning });
    const made = await gantry(service, ['groups', 'create', 'Smoke', '--json']);
    expect(made.json()).toMatchObject({ warnings: [warning] });
    const read = await gantry(service, ['runs', 'list', '--json']);
    expect([read.err, Object.keys(read.json())]).toEqual(['', expect.not.arrayContaining(['warnings'])]);
  });

  it('is still said at the end of a run that the command has waited for', async () => {
    const service = await serviceOfLaterTool({ execution: scriptedExecution() });
    const { code, err } = await gantry(service, ['runs', 'submit', 'see a', '--wait']);
    expect([code, err.split("Warning: retriesOfRun: isn't known").length]).toEqual([0, 2]);
  });

  it('is in the answer of the typed client, which also tells of it', async () => {
    const { url, projectId } = await serviceOfLaterTool();
    const told: Warning[] = [];
    const client = tellingWarnings(createClient({ url, apiKey: adminKey }), (one) => told.push(one));
    const { group, warnings } = await client.call('createGroup', { body: { projectId, name: 'Smoke' } });
    expect([group.name, warnings, told]).toEqual(['Smoke', [warning], [warning]]);
    await expect(
      client.call('createGroup', { body: { projectId, name: 'Smoke', strict: true } }),
    ).rejects.toMatchObject({ status: 400, code: 'ValidationError', message: "retriesOfRun: isn't known" });
  });
});
