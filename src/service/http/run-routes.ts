import { Type } from 'typebox';
import { orNotFound } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { projectFilter, projectOfCall } from '../projects/project-of-call.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { phoneMembers, requestFrom, targetMembers } from '../runs/hosted-shapes.ts';
import { longestPrompt } from '../runs/prompt.ts';
import { rerunRun } from '../runs/rerun-run.ts';
import { runStatuses, screenTopic } from '../runs/run.ts';
import { ListedRun, RunRecord, toRunRecord } from '../runs/run-record.ts';
import { findRun, listRuns } from '../runs/run-store.ts';
import { findScreen } from '../runs/screen-store.ts';
import { submitPrompt } from '../runs/submit-run.ts';
import { visibleProject } from './authorize.ts';
import { NextCursor, pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { idOf, optionalProject } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const operation = operationsOf('Runs', 'project');

const SubmitRun = Type.Object(
  {
    prompt: Type.String({
      format: 'prompt',
      maxLength: longestPrompt,
      description: 'What to test',
      examples: ['Open https://shop.example.com. Click "Sign in". See "Welcome".'],
    }),
    webhookUrl: Type.Optional(
      nullable.text({
        format: 'http-url',
        description: "Receives the result instead of the project's own address",
      }),
    ),
    projectId: optionalProject,
    ...targetMembers("What a web run tests instead of the project's own target"),
    ...phoneMembers({
      mobile: 'Makes it a run on a phone',
      device: 'What it wants of the phone; it waits for one that fits',
    }),
  },
  { title: 'SubmitRun' },
);

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[!-~]{1,255}$',
      description: 'A repeated call with the same key and body within 24 hours answers with the same run',
    }),
  ),
});

const ListRuns = Type.Object({
  ...pageQuery({ usual: 100 }),
  projectId: Type.Optional(Type.String({ ...idOf('project'), description: 'Only runs of this project' })),
  status: Type.Optional(oneOf(runStatuses, { description: 'Only runs in this status' })),
  batchId: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs of this batch' })),
  testId: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs of this test' })),
});

const Jpeg = Type.Unsafe<Buffer>({
  description: 'What the browser shows right now',
  content: { 'image/jpeg': { schema: Type.String({ format: 'binary' }) } },
});
const NoPicture = Type.Null({
  description: 'The run is not executed in a browser at the moment, or there is no picture of it yet',
});

export const RunPath = Type.Object({ id: Type.String(idOf('run')) });

export function runRoutes(api: HttpServer, parts: Parts): void {
  const { db, notifications, filesUrl } = parts;

  api.post(
    '/runs',
    operation('submitRun', {
      summary: 'Submit a run',
      description: 'A worker executes the run. Its result is delivered to `webhookUrl`, and can be read.',
      headers: IdempotencyHeaders,
      body: SubmitRun,
      response: { 202: RunRecord },
    }),
    async (request, reply) => {
      const { body, principal } = request;
      const run = await submitPrompt(parts, {
        ...requestFrom(body),
        projectId: await projectOfCall(db, principal, body.projectId),
        prompt: body.prompt,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      });
      return reply.code(202).send(toRunRecord(run, filesUrl()));
    },
  );

  api.get(
    '/runs',
    operation('listRuns', {
      summary: 'List runs, newest first',
      querystring: ListRuns,
      response: { 200: Type.Object({ runs: Type.Array(ListedRun), nextCursor: NextCursor }) },
    }),
    async (request) => {
      const { projectId: named, status, batchId, testId, ...query } = request.query;
      const projectId = await projectFilter(db, request.principal, named);
      const filter = { projectId, status, batchId, testId };
      const { rows, nextCursor } = await readPage(query, (page) => listRuns(db, filter, page));
      return { runs: rows.map((run) => toRunRecord(run, filesUrl())), nextCursor };
    },
  );

  api.get(
    '/runs/:id',
    operation('getRun', { summary: 'Read a run', params: RunPath, response: { 200: RunRecord } }),
    async (request) => {
      const run = orNotFound(await findRun(db, request.params.id, visibleProject(request.principal)), 'run');
      return toRunRecord(run, filesUrl());
    },
  );

  api.post(
    '/runs/:id/cancel',
    operation('cancelRun', {
      errors: ['Conflict'],
      summary: 'Cancel a run that has not ended',
      description: 'It ends at once; a worker that carries it out stops within two seconds.',
      params: RunPath,
      response: { 200: RunRecord },
    }),
    async (request) => {
      const run = await cancelRun(parts, request.params.id, visibleProject(request.principal));
      return toRunRecord(run, filesUrl());
    },
  );

  api.post(
    '/runs/:id/rerun',
    operation('rerunRun', {
      summary: 'Run the same again',
      description:
        'A new run of the same prompt, or of the same test as it was then, on the same build and address. A run of a batch is run again alone.',
      params: RunPath,
      headers: IdempotencyHeaders,
      response: { 202: RunRecord },
    }),
    async (request, reply) => {
      const run = await rerunRun(parts, {
        runId: request.params.id,
        projectId: visibleProject(request.principal),
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      });
      return reply.code(202).send(toRunRecord(run, filesUrl()));
    },
  );

  api.get(
    '/runs/:id/screen',
    operation('getRunScreen', {
      summary: 'Look at the browser of a run while it runs',
      description:
        'A call asks for pictures for five seconds, about one each second; call again each second for as long as somebody looks. The first picture comes about a second after the first call. While the page shows a secret there is none.',
      params: RunPath,
      response: { 200: Jpeg, 204: NoPicture },
    }),
    async (request, reply) => {
      const { id } = request.params;
      const screen = orNotFound(await findScreen(db, id, visibleProject(request.principal)), 'run');
      if (screen.isRunning) notifications.publish(screenTopic(id));
      if (screen.jpeg === null) return reply.code(204).send(null);
      return reply.type('image/jpeg').send(screen.jpeg);
    },
  );
}
