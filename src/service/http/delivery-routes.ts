import { Type } from 'typebox';
import { orNotFound } from '../../kernel/errors.ts';
import { nullable } from '../../kernel/schema.ts';
import { type DeliveryAttempt, listAttempts, redeliver } from '../deliveries/redeliver.ts';
import { queues, queueTopic } from '../jobs/job.ts';
import { eventsTopic } from '../runs/event.ts';
import { RunRecord, toRunRecord } from '../runs/run-record.ts';
import { findRun } from '../runs/run-store.ts';
import { visibleProject } from './authorize.ts';
import { NextCursor } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { operationsOf } from './route-declaration.ts';
import { RunPath } from './run-routes.ts';

const Delivery = Type.Object(
  {
    attempt: Type.Integer({
      minimum: 1,
      description: 'Counted over all rounds; a redelivery is a new round',
    }),
    url: Type.String({ description: 'Where it was sent' }),
    startedAt: Type.String({ format: 'date-time' }),
    durationMs: Type.Integer({ description: 'From the look-up of the name to the end of the answer' }),
    waitedMs: Type.Integer({
      description: 'How much later than scheduled it began; long where the receiver was at its cap',
    }),
    status: nullable.integer({ description: 'HTTP status of the answer; null where none came' }),
    error: nullable.text({ description: 'Why it failed, in one sentence; null where it succeeded' }),
    answer: nullable.text({ description: 'The first 2 KiB of the answer as text; null where none came' }),
  },
  { title: 'Delivery' },
);

const Redeliver = Type.Object(
  {
    webhookUrl: Type.Optional(
      nullable.text({
        format: 'http-url',
        description: 'Another address, from now on; omitted means the one before',
      }),
    ),
  },
  { title: 'Redeliver' },
);

const operation = operationsOf('Deliveries', 'project');

export function deliveryRoutes(api: HttpServer, { db, notifications, filesUrl }: Parts): void {
  api.get(
    '/runs/:id/deliveries',
    operation('listDeliveries', {
      summary: 'List the attempts to deliver the result of a run, oldest first',
      description: 'Of more than 1,000 attempts the latest 1,000.',
      params: RunPath,
      response: { 200: Type.Object({ deliveries: Type.Array(Delivery), nextCursor: NextCursor }) },
    }),
    async ({ params: { id }, principal }) => {
      orNotFound(await findRun(db, id, visibleProject(principal)), 'run');
      return { deliveries: (await listAttempts(db, id)).map(toDelivery), nextCursor: null };
    },
  );

  api.post(
    '/runs/:id/redeliver',
    operation('redeliver', {
      errors: ['Conflict'],
      summary: 'Deliver the result of a run again',
      description:
        'Starts the schedule anew, with the same `webhook-id` and the same bytes. Refused while the run or a delivery is under way.',
      params: RunPath,
      body: Redeliver,
      response: { 202: RunRecord },
    }),
    async ({ params: { id: runId }, principal, body: { webhookUrl = null } }, reply) => {
      const redelivery = { runId, projectId: visibleProject(principal), webhookUrl };
      const run = await redeliver(db, redelivery, (ended) => JSON.stringify(toRunRecord(ended, filesUrl())));
      notifications.publish(queueTopic(queues.deliveries));
      notifications.publish(eventsTopic(run.project_id));
      return reply.code(202).send(toRunRecord(run, filesUrl()));
    },
  );
}

function toDelivery(attempt: DeliveryAttempt) {
  return {
    attempt: attempt.number,
    url: attempt.url,
    startedAt: attempt.started_at.toISOString(),
    durationMs: attempt.duration_ms,
    waitedMs: attempt.waited_ms,
    status: attempt.status_code,
    error: attempt.failure,
    answer: attempt.answer,
  };
}
