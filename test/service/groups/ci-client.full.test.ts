import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../support/receiver.mjs';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService } from '../../support/service.js';
import { lineOf, type ShownRun } from './ci-client.ts';

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
});
