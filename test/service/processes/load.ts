import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Place, until } from './place.ts';

export interface Load {
  /** Ids of the runs that were answered with 202. */
  accepted: ReadonlySet<string>;
  /** Calls that were answered with 503 or not at all, and were repeated. */
  refusals(): number;
  /** Ends it when every client has had its last call answered. */
  stop(): Promise<void>;
}

/** Clients that submit one run after the other, as persistent as a client with an Idempotency-Key may be. */
export function keepSubmitting(
  place: Place,
  { clients = 4, prompt = 'see one\nsleep 50\nsee two' } = {},
): Load {
  const accepted = new Set<string>();
  let refusals = 0;
  let isOver = false;
  const refuse = () => {
    refusals += 1;
  };

  const done = Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver) {
        accepted.add(await submitPatiently(place.call, { prompt, webhookUrl: place.receiver.url }, refuse));
        await delay(20);
      }
    }),
  );
  done.catch(() => undefined);
  return {
    accepted,
    refusals: () => refusals,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

/** A 503, or no answer at all, is tried again under the same key until the run is accepted. */
export async function submitPatiently(
  ask: Place['call'],
  body: object,
  onRefusal: () => void = () => undefined,
): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await ask('POST', '/runs', body, headers).catch(() => null);
    if (answer?.status === 202) return answer.body.id;
    if (answer !== null && answer.status !== 503) throw new Error(`POST /runs: ${answer.status}`);
    onRefusal();
    await delay(100);
  }
}

/** Every accepted run has ended and was delivered, there is no other, and nothing is left of any. */
export async function expectAllDelivered(
  place: Place,
  accepted: ReadonlySet<string>,
  timeoutMs: number,
): Promise<void> {
  const open = `select from runs where webhook_status = 'pending'`;
  await until('all are delivered', async () => (await place.query(open)).rowCount === 0, timeoutMs);
  const { rows: runs } = await place.query('select id, status, webhook_status, error_code from runs');
  expect(new Set(runs.map(({ id }) => id))).toEqual(accepted);
  expect(runs.filter((run) => run.status !== 'completed' || run.webhook_status !== 'delivered')).toEqual([]);
  const bodies = new Map<string, Set<string>>();
  for (const { webhookId, body } of place.receiver.got) {
    bodies.set(webhookId, (bodies.get(webhookId) ?? new Set()).add(body));
  }
  expect(new Set(bodies.keys())).toEqual(new Set([...accepted].map((id) => `msg_${id}`)));
  expect([...bodies.values()].filter(({ size }) => size !== 1)).toEqual([]);
  const { rows: left } = await place.query(
    `select (select count(*) from jobs)::int as jobs, (select sum(active_runs) from projects)::int as active`,
  );
  expect(left).toEqual([{ jobs: 0, active: 0 }]);
}
