import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { networkReason } from '../../src/kernel/network-reason.ts';
import { quietPort } from '../support/ports.js';

/** As a name with several addresses fails, at each of them. */
async function refusedEverywhere(port: number): Promise<unknown> {
  const socket = connect({
    host: 'shop.example.test',
    port,
    autoSelectFamily: true,
    lookup: (_name, _options, done) =>
      (done as (error: null, found: Array<{ address: string; family: number }>) => void)(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]),
  });
  const [error] = await once(socket, 'error');
  return error;
}

describe('the reason of a network error', () => {
  it('of a name with several addresses is what happened there, though the error itself says nothing', async () => {
    const error = await refusedEverywhere(await quietPort());
    expect(error).toBeInstanceOf(AggregateError);
    expect(error).toMatchObject({ message: '' });
    expect(networkReason(error)).toBe('the connection was refused (ECONNREFUSED)');
    const wrapped = new TypeError('fetch failed', { cause: error });
    expect(networkReason(wrapped)).toBe('the connection was refused (ECONNREFUSED)');
    const mixed = new AggregateError([
      Object.assign(new Error('x'), { code: 'ENETUNREACH' }),
      Object.assign(new Error('y'), { code: 'ECONNREFUSED' }),
    ]);
    expect(networkReason(mixed)).toBe(
      'there is no route to it (ENETUNREACH), the connection was refused (ECONNREFUSED)',
    );
  });

  it.each([
    ['::1', /^the connection was refused|^there is no route to it/],
    ['127.0.0.1', /^the connection was refused \(ECONNREFUSED\)$/],
  ])('at %s says what happened', async (host, said) => {
    const address = host.includes(':') ? `[${host}]` : host;
    const failed = await fetch(`http://${address}:${await quietPort()}/`).catch((error: unknown) => error);
    expect(networkReason(failed)).toMatch(said);
  });

  it('is the words of what is no fault of the network, and never empty', () => {
    expect(networkReason(Object.assign(new Error('no'), { name: 'TimeoutError' }))).toBe(
      'it gave no answer in time',
    );
    const outer = new Error('fetch failed', { cause: new Error('self-signed certificate\nmore') });
    expect(networkReason(outer)).toBe('self-signed certificate');
    expect(networkReason(Object.assign(new Error(''), { code: 'ESTRANGE' }))).toBe('ESTRANGE');
    for (const nothing of [undefined, null, '', new AggregateError([])])
      expect(networkReason(nothing)).toMatch(/^\w/);
    const circle = new Error('round');
    circle.cause = circle;
    expect(networkReason(circle)).toBe('round');
  });
});
