import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService } from '../../support/service.js';
import { lineOf } from './ci-client.ts';

describe('a CI client of the hosted product', () => {
  it('names a run of a prompt by its feature, and by its id until that is known', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const submitted = (await service.call('POST', '/runs', { prompt: 'see a' })).body;
    expect(lineOf(submitted)).toBe(`${submitted.id}: queued`);
    await eventually(async () =>
      expect(lineOf((await service.call('GET', `/runs/${submitted.id}`)).body)).toBe('Scripted: completed'),
    );
  });
});
