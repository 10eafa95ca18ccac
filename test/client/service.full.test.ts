import { describe, expect, it } from 'vitest';
import { createClient, WaitTimeoutError, waitForRun } from '../../src/client/index.ts';
import { adminKey } from '../support/service.js';
import { openPlace } from './service.ts';

describe('the client on a real service', () => {
  it('waits by looking where events do not come through, and stops at its time or its signal', async () => {
    const { way } = await openPlace();
    const withoutEvents: typeof fetch = (input, init) =>
      String(input).includes('/events')
        ? Promise.reject(new TypeError('no events here'))
        : fetch(input, init);
    const client = createClient({ url: way.url, apiKey: adminKey, fetch: withoutEvents });
    const quick = await client.call('submitRun', { body: { prompt: 'sleep 700\nsee a' } });
    expect((await waitForRun(client, quick.id)).output.result).toBe('PASS');
    const slow = await client.call('submitRun', { body: { prompt: 'hang' } });
    const late: unknown = await waitForRun(client, slow.id, { timeoutMs: 1_000 }).catch((error) => error);
    expect(late).toBeInstanceOf(WaitTimeoutError);
    expect(late).toMatchObject({
      last: { id: slow.id },
      message: `Run ${slow.id} has not ended within 1000 ms.`,
    });
    const reason = new Error('enough');
    const stop = new AbortController();
    const stopped = waitForRun(client, slow.id, { signal: stop.signal, onChange: () => stop.abort(reason) });
    await expect(stopped).rejects.toBe(reason);
    await client.call('cancelRun', { path: { id: slow.id } });
    expect((await waitForRun(client, slow.id)).status).toBe('cancelled');
  });
});
