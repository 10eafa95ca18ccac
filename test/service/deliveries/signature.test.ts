import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../../src/service/deliveries/send.ts';

const id = '0190a0a0-0000-7000-8000-000000000000';

describe('a signature', () => {
  it('is the one of the published example', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is accepted by the published library for any JSON, as text and as bytes', () => {
    const secret = newSecret();
    const receiver = new Webhook(secret);
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (body) => {
        const headers = sign(body, [secret]);
        expect(receiver.verify(body, { ...headers })).toEqual(JSON.parse(body));
        expect(signatureHeaders({ ...message(Buffer.from(body), [secret]), ...timeOf(headers) })).toEqual(
          headers,
        );
      }),
    );
  });

  it('is given for each secret, so that a receiver with any of them accepts and one with another does not', () => {
    const secrets = Array.from({ length: 5 }, newSecret);
    const headers = sign('{}', secrets);
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=){4}$/);
    for (const secret of secrets) {
      expect(() => new Webhook(secret).verify('{}', { ...headers })).not.toThrow();
    }
    expect(() => new Webhook(newSecret()).verify('{}', { ...headers })).toThrow(/No matching signature/);
  });

  it('stays right for more secrets than are remembered', () => {
    const secrets = Array.from({ length: 2_500 }, newSecret);
    for (const secret of secrets) sign('{}', [secret]);
    for (const secret of [...secrets.slice(0, 10), ...secrets.slice(-10)]) {
      expect(() => new Webhook(secret).verify('{}', { ...sign('{}', [secret]) })).not.toThrow();
    }
  });

  it('names the second in which it is sent, also when it is told a fraction', () => {
    const secret = newSecret();
    const timestampSeconds = Math.floor(Date.now() / 1_000) + 0.9;
    const headers = signatureHeaders({ id, timestampSeconds, body: '{}', secrets: [secret] });
    expect(headers['webhook-timestamp']).toMatch(/^\d+$/);
    expect(() => new Webhook(secret).verify('{}', { ...headers })).not.toThrow();
  });

  it('is never left out', () => {
    expect(() => sign('{}', [])).toThrow('unsigned');
  });
});

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function message(body: string | Buffer, secrets: string[]) {
  return { id, timestampSeconds: Math.floor(Date.now() / 1_000), body, secrets };
}

function sign(body: string, secrets: string[]) {
  return signatureHeaders(message(body, secrets));
}

function timeOf(headers: { 'webhook-timestamp': string }) {
  return { timestampSeconds: Number(headers['webhook-timestamp']) };
}
