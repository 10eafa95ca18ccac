import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { bodyOf, limits, sendChunks } from './open.ts';
import { makeOutbound, startHttp } from './servers.ts';

describe('an opened answer', () => {
  it('whose reader pauses longer than the silence or a window of the least rate is not cut', async () => {
    const chunk = Buffer.alloc(65_536);
    const source = await startHttp((_request, response) => sendChunks(response, chunk, 100));
    const answer = await makeOutbound().open(source.url, {
      ...limits,
      maxBytes: 100 * chunk.length,
      idleMs: 1_000,
      leastRate: { bytesPerSecond: 500_000, windowMs: 1_000 },
    });
    const body = bodyOf(answer);
    await once(body, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await buffer(body)).toHaveLength(100 * chunk.length);
  });

  it('that nobody reads ends nothing but itself when it fails', async () => {
    const source = await startHttp((_request, response) => response.write('half'));
    const answer = await makeOutbound().open(source.url, { ...limits, timeoutMs: 1_000 });
    expect(answer.outcome).toBe('answered');
    await source.allClosed();
  });
});
