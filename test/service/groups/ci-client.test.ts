import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../support/receiver.mjs';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService } from '../../support/service.js';

interface ShownRun {
  id: string;
  status: string;
  name?: string | null;
  output?: { featureName?: string | null } | null;
}

/** As a CI client of the hosted product prints a run. */
const lineOf = ({ id, status, name, output }: ShownRun) => `${output?.featureName ?? name ?? id}: ${status}`;

describe('a CI client of the hosted product', () => {
  it('names each run of a group by the title of its test, while it is queued, running and at its end', async () => {
    const door = await startReceiver(() => 'hold');
    const service = await startTestService({ execution: scriptedExecution({ slots: 1 }) });
    const { call, projectId } = service;
    try {
      await call('PATCH', `/projects/${projectId}`, { concurrency: 1 });
      const groupId = (await call('POST', '/groups', { name: 'Smoke', runMode: 'sequential' })).body.group.id;
      for (const title of ['Sign in', 'Add to cart']) {
        const steps = [`wait ${door.url}`, 'see a'].map((step) => ({ type: 'assert', title: step }));
        await call('POST', '/tests', { title, steps, groupId });
      }
      const { webhook } = (await call('POST', `/groups/${groupId}/webhook`)).body;
      const started = await fetch(webhook.url, { method: 'POST' });
      const { runIds } = (await started.json()) as { runIds: string[] };

      /** It polls each run by itself. */
      const lines = () =>
        Promise.all(runIds.map(async (id) => lineOf((await call('GET', `/runs/${id}`)).body)));
      await eventually(async () =>
        expect(await lines()).toEqual(['Sign in: running', 'Add to cart: queued']),
      );
      await eventually(async () => expect(door.got.length).toBe(1));
      door.release();
      await eventually(async () =>
        expect(await lines()).toEqual(['Sign in: completed', 'Add to cart: running']),
      );
      await eventually(async () => expect(door.got.length).toBe(2));
      door.release();
      await eventually(async () =>
        expect(await lines()).toEqual(['Sign in: completed', 'Add to cart: completed']),
      );
      // And in a list, which names them the same.
      const { runs } = (await call('GET', `/runs?projectId=${projectId}`)).body as { runs: ShownRun[] };
      expect(runs.map(lineOf)).toEqual(['Add to cart: completed', 'Sign in: completed']);
    } finally {
      await door.close();
    }
  });

  it('names a run of a prompt by its feature, and by its id until that is known', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const submitted = (await service.call('POST', '/runs', { prompt: 'see a' })).body;
    expect(lineOf(submitted)).toBe(`${submitted.id}: queued`);
    await eventually(async () =>
      expect(lineOf((await service.call('GET', `/runs/${submitted.id}`)).body)).toBe('Scripted: completed'),
    );
  });
});
