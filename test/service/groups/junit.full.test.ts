import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { call, eventually, startTestService } from '../../support/service.js';
import { elements, fits, parse } from './junit.ts';
import { makeGroup } from './support.js';

describe('the report of a batch', () => {
  it('that has not ended, and of one that was cancelled, counts what did not come to a verdict as skipped', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { webhookUrl, testIds } = await makeGroup(service, ['web', 'web', 'web'], {
      runMode: 'sequential',
    });
    await service.call('PATCH', `/tests/${testIds[1]}`, { steps: [{ type: 'act', title: 'hang' }] });
    const { batchId } = (await call(webhookUrl, 'POST', undefined, { key: null })).body;
    await eventually(async () => {
      const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
      expect(batch.counts).toMatchObject({ completed: 1, running: 1 });
    });
    const report = async () => {
      const whole = parse((await service.call('GET', `/batches/${batchId}/junit.xml`)).body);
      fits(whole);
      const [only] = elements(whole);
      const messages = elements(only ?? whole).map((one) => elements(one)[0]?.getAttribute('message') ?? '');
      return { skipped: only?.getAttribute('skipped'), messages };
    };
    const notEnded = 'The run has not ended.';
    expect(await report()).toEqual({ skipped: '2', messages: ['', notEnded, notEnded] });
    await service.call('POST', `/batches/${batchId}/cancel`);
    const cancelled = 'The run was cancelled.';
    expect(await report()).toEqual({ skipped: '2', messages: ['', cancelled, cancelled] });
  });
});
