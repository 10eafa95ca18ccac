import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/kernel/clock.ts';
import { createReceiverGate } from '../../../src/service/deliveries/receiver-gate.ts';
import { testWebhook } from '../../../src/service/deliveries/test-webhook.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { openPlace, startReceiver, unusedUrl } from './support.ts';

describe('a test of the webhook', () => {
  it('sends one signed sample in the shape of a result, and shows the answer', async () => {
    const service = await startTestService();
    const receiver = await startReceiver((response) => response.end('thanks'));
    await service.call('PATCH', `/projects/${service.projectId}`, { webhookUrl: receiver.url });
    const { webhookSecret: former } = await projectOf(service);
    await service.call('POST', `/projects/${service.projectId}/webhook-secret/rotate`);
    const { webhookSecret } = await projectOf(service);

    const { status, body } = await send(service);
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 200, durationMs: expect.any(Number), error: null, answer: 'thanks' },
    });
    const [sample] = receiver.received;
    for (const secret of [former, webhookSecret])
      expect(new Webhook(secret).verify(sample?.body.toString() ?? '', sample?.headers ?? {})).toMatchObject({
        test: true,
        projectId: service.projectId,
        status: 'completed',
        output: { result: 'PASS' },
        webhookUrl: receiver.url,
      });
    const { id, ...members } = JSON.parse(sample?.body.toString() ?? '');
    expect(sample?.headers['webhook-id']).toBe(`msg_${id}`);
    expect((await service.call('GET', `/runs/${id}`)).status).toBe(404);

    const run = await service.call('POST', '/runs', { prompt: 'See "Welcome".' });
    expect(['id', ...Object.keys(members)].sort()).toEqual([...Object.keys(run.body), 'test'].sort());
    expect(Object.keys(members.output)).toEqual(Object.keys(run.body.output));
  });

  it('goes to another address where one is named, with an id of its own each time', async () => {
    const service = await startTestService();
    const receiver = await startReceiver();
    for (let time = 1; time <= 2; time += 1) await send(service, { url: receiver.url });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
  });

  it('is made once: what a receiver refuses is shown, and neither repeated nor stored', async () => {
    const service = await startTestService();
    const receiver = await startReceiver((response) => response.writeHead(500).end('x'.repeat(5_000)));
    const { status, body } = await send(service, { url: receiver.url });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: 500,
        durationMs: expect.any(Number),
        error: 'The receiver answered with status 500.',
        answer: 'x'.repeat(2_048),
      },
    });
    expect(receiver.received).toHaveLength(1);
    for (const table of ['runs', 'deliveries', 'delivery_attempts', 'jobs'])
      expect((await service.query(`select from ${table}`)).rowCount).toBe(0);
  });

  it('follows no redirect', async () => {
    const service = await startTestService();
    const other = await startReceiver();
    const receiver = await startReceiver((response) =>
      response.writeHead(302, { location: other.url }).end(),
    );
    expect((await send(service, { url: receiver.url })).body).toMatchObject({
      status: 302,
      error: 'The receiver answered with status 302; redirects are not followed.',
    });
    expect(other.received).toEqual([]);
  });

  it('says why no answer came', async () => {
    const service = await startTestService();
    const { body } = await send(service, { url: await unusedUrl() });
    expect(body).toMatchObject({ status: null, error: expect.stringMatching(/\.$/), answer: null });
  });

  it('gives up a receiver that does not answer, as a delivery does', async () => {
    const place = await openPlace();
    const { url } = await startReceiver(() => undefined);
    const gate = createReceiverGate({ capacity: 1_024 });
    const parts = { ...place, gate, clock: systemClock, timeoutMs: 300 };
    expect(await testWebhook(parts, { projectId: place.projectId, url })).toMatchObject({
      failure: expect.stringContaining('The time limit of 0.3 s was reached'),
      statusCode: null,
      answer: null,
    });
  });

  it('shares the limit of its receiver with the deliveries', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    const gate = createReceiverGate({ capacity: 1_024, perOrigin: 1 });
    const leave = gate.enterNow(new URL(receiver.url).origin);
    const test = () =>
      testWebhook({ ...place, gate, clock: systemClock }, { projectId: place.projectId, url: receiver.url });
    expect(await test()).toMatchObject({ failure: 'All connections to this receiver are in use.' });
    leave?.();
    expect(await test()).toMatchObject({ statusCode: 200 });
    expect(receiver.received).toHaveLength(1);
  });

  it('calls only addresses that the service may call', async () => {
    // No longer one person's own.
    const service = await startTestService({ settings: { GANTRY_PUBLIC_URL: 'http://gantry.example.test' } });
    const receiver = await startReceiver();
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    expect((await send(service, { url })).body).toMatchObject({
      status: null,
      error: 'localhost leads to an address that this service may not call.',
      answer: null,
    });
    expect(receiver.received).toEqual([]);
  });

  it('needs an address', async () => {
    const service = await startTestService();
    const none = await send(service);
    expect([none.status, none.body.error]).toEqual([409, 'Conflict']);
  });
});

function send(service: TestService, body: { url?: string } = {}) {
  return service.call('POST', `/projects/${service.projectId}/webhook/test`, body);
}

async function projectOf({ call, projectId }: TestService): Promise<{ webhookSecret: string }> {
  return (await call('GET', `/projects/${projectId}`)).body;
}
