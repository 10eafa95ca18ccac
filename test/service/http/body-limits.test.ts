import { describe, expect, it } from 'vitest';
import { apiOnly, call, startTestService } from '../../support/service.js';
import { documented } from '../access/request.js';

const mebibyte = 1024 * 1024;
const id = '0190a0a0-0000-7000-8000-000000000000';
const many = {
  'numbers in a list': `{"allowedHosts":[${'1,'.repeat(mebibyte / 2 - 50)}1]}`,
  'lists in lists': '['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2),
  'objects in objects': `${'{"":'.repeat(mebibyte / 5)}1${'}'.repeat(mebibyte / 5)}`,
  'members that nobody knows': `{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join()}}`,
};

describe('a body of more values than any call needs', () => {
  it('is refused before it is parsed, whatever the values are', async () => {
    const service = await startTestService({ settings: apiOnly });
    for (const body of Object.values(many)) {
      const answer = await service.call('POST', '/projects', body);
      expect(answer).toMatchObject({ status: 413, body: { error: 'PayloadTooLarge' } });
      expect(answer.body.message).toMatch(/^The body has more than 10,000 values/);
    }
  });

  it('is refused by every operation', async () => {
    const service = await startTestService({ settings: apiOnly });
    const headers = { 'content-type': 'application/json' };
    for (const { method, path } of documented.filter(({ method }) => method !== 'GET')) {
      const url = service.url + path.replaceAll(/\{\w+\}/g, id);
      const { status } = await call(url, method, `[${'1,'.repeat(10_000)}1]`, { headers });
      expect([method, path, status]).toEqual([method, path, 413]);
    }
  });

  it('is none because of what its texts hold', async () => {
    const service = await startTestService({ settings: apiOnly });
    const prompt = ',[{\\"'.repeat(4_000);
    const answer = await service.call('POST', '/steps/read', { prompt });
    expect(answer.status).toBe(200);
  });
});

it('of thousands of faults in a body the first fifty are named', async () => {
  const service = await startTestService({ settings: apiOnly });
  const answer = await service.call('POST', '/projects', { name: 'New', allowedHosts: Array(9_000).fill(1) });
  expect(answer.status).toBe(400);
  expect(answer.body.details).toHaveLength(50);
});
