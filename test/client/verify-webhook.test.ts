import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from '../../src/client/index.ts';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { startTestService } from '../support/service.js';
import { startScripted } from './support.ts';

const secret = newSecret();
const body = '{"id":"a","status":"completed"}';

describe('a delivery', () => {
  it('of the service is accepted, before, while and after its secret is replaced', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { projectId } = service;
    const settings = await service.call('GET', `/projects/${projectId}`);
    const before = settings.body.webhookSecret;
    const first = await delivered(service);
    await expect(verifyWebhook({ ...first, secret: before })).resolves.toMatchObject({
      projectId,
      status: 'completed',
      output: { result: 'PASS' },
      webhookStatus: 'pending',
    });
    const rotated = await service.call('POST', `/projects/${projectId}/webhook-secret/rotate`);
    const after = rotated.body.project.webhookSecret;
    const second = await delivered(service);
    for (const known of [before, after, [newSecret(), after]]) {
      await expect(verifyWebhook({ ...second, secret: known })).resolves.toMatchObject({ projectId });
    }
    await expect(verifyWebhook({ ...second, secret: newSecret() })).rejects.toMatchObject({
      reason: 'no-match',
    });
  });

  it('signed by the published library is accepted for any JSON, as text and as bytes', async () => {
    await fc.assert(
      // What can't be written in UTF-8 can't be sent.
      fc.asyncProperty(
        fc.json({ stringUnit: 'binary' }).map((text) => text.toWellFormed()),
        async (text) => {
          const headers = signed(text);
          expect(await verifyWebhook({ headers, body: text, secret })).toEqual(JSON.parse(text));
          const bytes = new TextEncoder().encode(text);
          expect(await verifyWebhook({ headers, body: bytes, secret })).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is the one of the published example', async () => {
    const received = {
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      body: '{"test": 2432232314}',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      now: () => 1_614_265_330_000,
    };
    await expect(verifyWebhook(received)).resolves.toEqual({ test: 2432232314 });
  });

  it('is found among other signatures, under headers of any letter case, as Node or fetch have them', async () => {
    const headers = signed(body);
    const among = `v2,xx v1a,${randomBytes(64).toString('base64')} v1,%%% ${signed(body, newSecret())['webhook-signature']} ${headers['webhook-signature']}`;
    const forms: ReceivedWebhook['headers'][] = [
      new Headers(headers),
      { ...headers, 'webhook-signature': among },
      { ...headers, 'webhook-signature': among.split(' ') },
      {
        'Webhook-Id': headers['webhook-id'],
        'Webhook-Timestamp': headers['webhook-timestamp'],
        'WEBHOOK-SIGNATURE': among,
      },
    ];
    for (const form of forms) {
      await expect(verifyWebhook({ headers: form, body, secret })).resolves.toEqual(JSON.parse(body));
    }
  });

  it('is refused with one byte changed anywhere', async () => {
    const headers = signed(body);
    const id = headers['webhook-id'];
    const changes: Partial<ReceivedWebhook>[] = [
      { body: `${body} ` },
      { body: body.replace('completed', 'Completed') },
      { headers: { ...headers, 'webhook-id': `${id}0` } },
      { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) } },
      { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v1,A') } },
      { headers: { ...headers, 'webhook-signature': 'v1,' } },
      { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, 20) } },
      { secret: newSecret() },
    ];
    for (const change of changes) await refused({ headers, body, secret, ...change }, 'no-match');
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const bytes = new TextEncoder().encode(body);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        await refused({ headers, body: bytes, secret }, 'no-match');
      }),
      { numRuns: 30 },
    );
  });

  it('is refused without its headers, and with a time that is none or too far away', async () => {
    const headers = signed(body);
    const signedAt = Number(headers['webhook-timestamp']) * 1_000;
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      await refused({ headers: { ...headers, [name]: undefined }, body, secret }, 'missing-header');
      await refused({ headers: { ...headers, [name]: '' }, body, secret }, 'missing-header');
    }
    for (const time of ['now', '1e9', '-5', '0x10', '1614265330.5', '9'.repeat(40), ' 1']) {
      await refused({ headers: { ...headers, 'webhook-timestamp': time }, body, secret }, 'bad-timestamp');
    }
    const at = (seconds: number) => ({ headers, body, secret, now: () => signedAt + seconds * 1_000 });
    await refused(at(301), 'too-old');
    await refused(at(-301), 'too-new');
    await expect(verifyWebhook(at(300))).resolves.toBeDefined();
    await expect(verifyWebhook(at(-300))).resolves.toBeDefined();
    await refused({ ...at(11), toleranceSeconds: 10 }, 'too-old');
  });

  it('that is signed but is no JSON is refused too', async () => {
    await refused({ headers: signed('hello'), body: 'hello', secret }, 'bad-body');
  });

  it.each(['', 'whsec_', 'whsec_%%%', []])('is never checked against the secret "%s"', async (wrong) => {
    await expect(verifyWebhook({ headers: signed(body), body, secret: wrong })).rejects.toThrow(/^secret: /);
  });
});

function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

function signed(text: string, by = secret) {
  const id = 'msg_0190a0a0-0000-7000-8000-000000000000';
  const at = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, at, text),
  };
}

async function refused(received: ReceivedWebhook, reason: string): Promise<void> {
  const error: unknown = await verifyWebhook(received).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect(error).toMatchObject({ reason });
}

/** What a receiver got for a run that ended. */
async function delivered(service: Awaited<ReturnType<typeof startTestService>>) {
  let resolve: (got: Pick<ReceivedWebhook, 'headers' | 'body'>) => void = () => undefined;
  const promise = new Promise<Pick<ReceivedWebhook, 'headers' | 'body'>>((settle) => {
    resolve = settle;
  });
  const receiver = await startScripted((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      resolve({ headers: request.headers, body: Buffer.concat(chunks) });
    });
  });
  await service.call('POST', '/runs', { prompt: 'see a', webhookUrl: receiver.url });
  return promise;
}
