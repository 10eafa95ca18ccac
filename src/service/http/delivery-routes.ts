import { Type } from 'typebox';
import { orNotFound } from '../../kernel/errors.ts';
import { encodeCursor } from '../../kernel/page.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import {
  deliveryStatuses,
  listProjectDeliveries,
  type ProjectDelivery as ProjectDeliveryRow,
} from '../deliveries/project-deliveries.ts';
import { type DeliveryAttempt, listAttempts, redeliver } from '../deliveries/redeliver.ts';
import { redeliverMany } from '../deliveries/redeliver-many.ts';
import { testWebhook } from '../deliveries/test-webhook.ts';
import { queues, queueTopic } from '../jobs/job.ts';
import { requireProject } from '../projects/project-store.ts';
import { eventsTopic } from '../runs/event.ts';
import { RunRecord, toRunRecord } from '../runs/run-record.ts';
import { findRun } from '../runs/run-store.ts';
import { visibleProject } from './authorize.ts';
import { NextCursor, pageOf, pageQuery, periodOf, TimeSpan } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { ProjectPath } from './resources.ts';
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

const ProjectDelivery = Type.Object(
  {
    runId: Type.String({ format: 'uuid' }),
    title: Type.String({ description: 'What the run is called in lists' }),
    url: Type.String({ description: 'Where it goes' }),
    status: oneOf(deliveryStatuses),
    attempts: Type.Integer({ description: 'Over all rounds' }),
    lastAttemptAt: nullable.text({ format: 'date-time' }),
    lastStatus: nullable.integer({ description: 'HTTP status of the last answer; null where none came' }),
    lastError: nullable.text({ description: 'Why the last attempt failed; null where it succeeded' }),
    nextAttemptAt: nullable.text({ format: 'date-time', description: 'Null when no attempt is due' }),
    createdAt: Type.String({ format: 'date-time', description: 'When the run ended' }),
  },
  { title: 'ProjectDelivery' },
);

const receiver = {
  maxLength: 2_048,
  format: 'plain-text',
  description: 'Only those to this host, with its port where the address names one',
  examples: ['ci.example.com', 'localhost:3000'],
};

const ListProjectDeliveries = Type.Object({
  ...pageQuery({ usual: 50, most: 200 }),
  status: Type.Optional(oneOf(deliveryStatuses)),
  receiver: Type.Optional(Type.String(receiver)),
  ...TimeSpan,
});

const RedeliverMany = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description: 'Results of runs that ended at this time or later',
    }),
    to: Type.Optional(nullable.text({ format: 'date-time', description: 'and before this one' })),
    status: Type.Optional(
      nullable.oneOf(['failed', 'delivered'], { description: 'Which of them; `failed` by default' }),
    ),
    receiver: Type.Optional(nullable.text(receiver)),
  },
  { title: 'RedeliverMany' },
);

const Redelivered = Type.Object(
  {
    count: Type.Integer({ description: 'Deliveries that were started anew' }),
    remaining: Type.Boolean({ description: 'Whether there are more: call again, from `nextFrom` on' }),
    nextFrom: nullable.text({ format: 'date-time' }),
  },
  { title: 'Redelivered' },
);

const TestWebhook = Type.Object(
  {
    url: Type.Optional(
      nullable.text({ format: 'http-url', description: 'Omitted means the webhookUrl of the project' }),
    ),
  },
  { title: 'TestWebhook' },
);

const { status, durationMs, error, answer } = Delivery.properties;
const WebhookTestResult = Type.Object({ status, durationMs, error, answer }, { title: 'WebhookTestResult' });

const operation = operationsOf('Deliveries', 'project');

export function deliveryRoutes(api: HttpServer, parts: Parts): void {
  const { db, notifications, filesUrl } = parts;
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

  api.get(
    '/projects/:projectId/deliveries',
    operation('listProjectDeliveries', {
      summary: 'List the results of a project that were to be delivered, newest first',
      description:
        'A page of filtered deliveries may be short, or even empty, while `nextCursor` is not null: a call looks at 5,000 of them at most, and the next page continues from there.',
      params: ProjectPath,
      querystring: ListProjectDeliveries,
      response: {
        200: Type.Object({ deliveries: Type.Array(ProjectDelivery), nextCursor: NextCursor }),
      },
    }),
    async (request) => {
      const { projectId } = request.params;
      const { status, receiver: host } = request.query;
      const { rows, next } = await listProjectDeliveries(
        db,
        projectId,
        { status, receiver: host?.toLowerCase(), ...periodOf(request.query) },
        pageOf(request.query),
      );
      if (rows.length === 0) await requireProject(db, projectId);
      return { deliveries: rows.map(toProjectDelivery), nextCursor: next && encodeCursor(next) };
    },
  );

  api.post(
    '/projects/:projectId/deliveries/redeliver',
    operation('redeliverMany', {
      summary: 'Deliver results of a project again',
      description:
        'Starts the schedule anew for each, oldest first, with the same `webhook-id` and the same bytes. A call takes 1,000 at most.',
      params: ProjectPath,
      body: RedeliverMany,
      response: { 202: Redelivered },
    }),
    async (request, reply) => {
      const { projectId } = request.params;
      const { from, to, status, receiver: host } = request.body;
      await requireProject(db, projectId);
      const { count, nextFrom } = await redeliverMany(db, projectId, {
        ...periodOf({ from, to: to ?? undefined }),
        status: status ?? 'failed',
        receiver: host?.toLowerCase(),
      });
      if (count > 0) {
        notifications.publish(queueTopic(queues.deliveries));
        notifications.publish(eventsTopic(projectId));
      }
      return reply
        .code(202)
        .send({ count, remaining: nextFrom !== null, nextFrom: nextFrom?.toISOString() ?? null });
    },
  );

  api.post(
    '/projects/:projectId/webhook/test',
    operation('testWebhook', {
      access: 'admin',
      errors: ['Conflict'],
      summary: 'Send a sample result to a receiver',
      description:
        'One attempt, signed and bounded like a delivery, with a `webhook-id` of its own; nothing is stored. The body is a result with sample values and the member `"test": true`, which no other result has.',
      params: ProjectPath,
      body: TestWebhook,
      response: { 200: WebhookTestResult },
    }),
    async ({ params: { projectId }, body: { url = null } }) => {
      const { statusCode, durationMs, failure, answer } = await testWebhook(parts, { projectId, url });
      return { status: statusCode, durationMs, error: failure, answer };
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

function toProjectDelivery(delivery: ProjectDeliveryRow) {
  return {
    runId: delivery.run_id,
    title: delivery.title ?? '',
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempts,
    lastAttemptAt: delivery.last_attempt_at?.toISOString() ?? null,
    lastStatus: delivery.last_status,
    lastError: delivery.last_error,
    nextAttemptAt: delivery.next_attempt_at?.toISOString() ?? null,
    createdAt: delivery.created_at.toISOString(),
  };
}
