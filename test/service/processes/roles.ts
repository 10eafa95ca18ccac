import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call } from '../../support/service.ts';
import { expectAllDelivered, submitPatiently } from './load.ts';
import { hasEnded, openPlace, type Place, until, usePostgres } from './place.ts';

describe.concurrent('roles', () => {
  const postgres = usePostgres();

  it('an api accepts runs and carries out none; a worker does, and answers only the operational calls', async (context) => {
    const place = await openPlace(context, postgres());
    const id = await place.submit('see one');
    await delay(2_000);
    expect(await place.run(id)).toMatchObject({ status: 'queued', startedAt: null });
    const { url } = await place.fleet.start('worker');
    await until('it is delivered', async () => (await place.run(id)).webhookStatus === 'delivered');
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await call(url + path, 'GET')).status).toBe(200);
    }
    for (const path of ['/api/v1/projects', '/api/v1/runs', `/api/v1/runs/${id}`, '/docs', '/openapi.json']) {
      expect(await call(url + path, 'GET')).toMatchObject({ status: 404, body: { error: 'NotFound' } });
    }
  }, 480_000);

  it('two apis and three workers on one database carry out each of 200 runs exactly once', async (context) => {
    const place = await openPlace(context, postgres());
    const [other, ...workers] = await Promise.all([
      place.fleet.start('api'),
      ...Array.from({ length: 3 }, () => place.fleet.start('worker')),
    ]);
    const body = { prompt: 'see one\nsleep 20\nsee two', webhookUrl: place.receiver.url };
    const accepted = new Set<string>();
    const clients = [place.api, other].flatMap(({ url }) =>
      Array.from({ length: 4 }, async () => {
        const ask: Place['call'] = (method, path, content, headers = {}) =>
          call(`${url}/api/v1${path}`, method, content, { headers });
        for (let times = 0; times < 25; times += 1) accepted.add(await submitPatiently(ask, body));
      }),
    );
    await Promise.all(clients);
    expect(accepted.size).toBe(200);
    await expectAllDelivered(place, accepted, 60_000);
    expect(place.receiver.got).toHaveLength(200);
    const { rows } = await place.query(
      `select type, count(*)::int as events, count(distinct data->>'id')::int as runs
       from events where type <> 'run.progress' group by type`,
    );
    const once = ['run.queued', 'run.running', 'run.completed', 'run.delivered'];
    expect(new Set(rows)).toEqual(new Set(once.map((type) => ({ type, events: 200, runs: 200 }))));
    const ended = await until('all ends are counted', async () => {
      const name = 'gantry_runs_ended_total{status="completed"}';
      const counts = await Promise.all(workers.map(({ url }) => metric(url, name)));
      const sum = counts.reduce((total, count) => total + count, 0);
      return sum >= 200 && sum;
    });
    expect(ended).toBe(200);
  }, 480_000);
});

describe.concurrent('SIGTERM of a worker', () => {
  const postgres = usePostgres();
  const graceMs = 8_000;

  it('lets runs end that do so in the grace time, hands the others back without counting them as lost, and claims nothing more', async (context) => {
    const place = await openPlace(context, postgres(), {
      settings: { GANTRY_SHUTDOWN_GRACE_SECONDS: String(graceMs / 1_000) },
    });
    const first = await place.fleet.start('worker');
    const long = await place.submit('see one\nsleep 16000\nsee two');
    await underWay(place, long);
    const short = await place.submit('see one\nsleep 3000\nsee two');
    await underWay(place, short);
    first.child.kill('SIGTERM');
    await until('it is stopping', async () => {
      const ready = await fetch(`${first.url}/readyz`).catch(() => null);
      return ready?.status !== 200;
    });
    const late = await place.submit('see one');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(await place.run(short)).toMatchObject({ status: 'completed', output: { result: 'PASS' } });
    expect(await place.run(long)).toMatchObject({ status: 'queued', startedAt: null, output: { steps: [] } });
    expect(await place.run(late)).toMatchObject({ status: 'queued', startedAt: null });
    const { rows } = await place.query(
      `select payload->>'runId' as id, attempts, claim_token, due_at <= now() as due from jobs
       where queue = 'runs.web' order by id`,
    );
    expect(rows).toEqual([long, late].map((id) => ({ id, attempts: 0, claim_token: null, due: true })));

    await place.fleet.start('worker');
    const completed = await until('it is completed', async () => {
      const run = await place.run(long);
      return hasEnded(run) && run;
    });
    expect(completed).toMatchObject({
      status: 'completed',
      output: { steps: [{ title: 'one' }, { title: 'two' }] },
    });
    await expectAllDelivered(place, new Set([short, long, late]), 60_000);
  }, 480_000);

  it('writes down how deliveries in hand ended; what is due then is sent by another', async (context) => {
    let isHolding = true;
    const place = await openPlace(context, postgres(), {
      decide: () => (isHolding ? 'hold' : 'ok'),
      settings: { GANTRY_SHUTDOWN_GRACE_SECONDS: '1' },
    });
    const first = await place.fleet.start('worker');
    const soon = await place.submit('see one', { webhookUrl: `${place.receiver.url}/soon` });
    await until('the receiver holds it', () => place.deliveriesOf(soon).length === 1);
    first.child.kill('SIGTERM');
    await delay(1_500);
    isHolding = false;
    place.receiver.release();
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(await place.run(soon)).toMatchObject({ webhookStatus: 'delivered' });

    isHolding = true;
    const second = await place.fleet.start('worker');
    const never = await place.submit('see one', { webhookUrl: `${place.receiver.url}/never` });
    await until('the receiver holds it', () => place.deliveriesOf(never).length === 1);
    second.child.kill('SIGTERM');
    expect(await second.exited).toEqual({ code: 0, signal: null });
    isHolding = false;
    await place.fleet.start('worker');
    await expectAllDelivered(place, new Set([soon, never]), 60_000);
    const { deliveries } = (await place.call('GET', `/runs/${never}/deliveries`)).body;
    expect(deliveries).toMatchObject([{ status: null, error: expect.any(String) }, { status: 200 }]);
    expect(place.deliveriesOf(soon)).toHaveLength(1);
    expect(place.deliveriesOf(never)).toHaveLength(2);
  }, 480_000);
});

async function underWay(place: Place, id: string): Promise<void> {
  await until('the run is under way', async () => {
    const { status, output } = await place.run(id);
    return status === 'running' && output.steps.length === 1;
  });
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
