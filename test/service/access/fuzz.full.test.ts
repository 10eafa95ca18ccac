import { describe, expect, it } from 'vitest';
import { fuzzApi } from '../../../scripts/fuzz/fuzz-api.mjs';
import { adminKey, startTestService } from '../../support/service.js';

/** Of ten thousand requests; `npm run fuzz -- --api --seed <seed> --count <count>` sends the same ones by hand. */
const seed = 4270;
const count = 10_000;
/** Each needs what requests alone do not bring: a binary in storage, a picture, a browser that is signed in, a group that still has tests, or runs that have ended, or have not, by then. */
const needMore = [
  'signIn',
  'signOut',
  'revokeSession',
  'getBaseline',
  'approveBaseline',
  'deleteBaseline',
  'confirmUpload',
  'deleteApp',
  'getApp',
  'getAppUsage',
  'changeTestInGroup',
  'redeliver',
  'triggerGroup',
  'rerunBatch',
  'cancelRun',
  'cancelBatch',
];

describe('requests made from openapi.json', { timeout: 600_000 }, () => {
  it('are answered as it says, right or broken, and never with a 5xx', async () => {
    const service = await startTestService();
    const report = await fuzzApi({ url: service.url, key: adminKey, seed, count, seconds: 590 });
    expect(report.faults).toEqual([]);
    expect(report.requests).toBe(count);
    expect(report.neverSucceeded.filter((id) => !needMore.includes(id))).toEqual([]);
  });
});
