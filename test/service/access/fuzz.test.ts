import { expect, it } from 'vitest';
import { fuzzApi } from '../../../scripts/fuzz/fuzz-api.mjs';
import { adminKey, startTestService } from '../../support/service.js';

it('requests made from openapi.json are answered as it says, right or broken, and never with a 5xx', async () => {
  const service = await startTestService();
  const count = 750;
  const report = await fuzzApi({ url: service.url, key: adminKey, seed: 4270, count, seconds: 290 });
  expect(report.faults).toEqual([]);
  expect(report.requests).toBe(count);
});
