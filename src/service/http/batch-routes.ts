import { Type } from 'typebox';
import { orNotFound } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { Batch, showBatches } from '../groups/batch-record.ts';
import { type Batch as BatchRow, findBatch, findRunsOfBatch, listBatches } from '../groups/batch-store.ts';
import { cancelBatch } from '../groups/cancel-batch.ts';
import { toJUnit } from '../groups/junit.ts';
import { rerunBatch } from '../groups/rerun-batch.ts';
import type { Principal } from '../projects/api-key.ts';
import { projectFilter } from '../projects/project-of-call.ts';
import { runIdList, showStarted, startedMembers } from '../runs/hosted-shapes.ts';
import { toRunRecord } from '../runs/run-record.ts';
import { visibleProject } from './authorize.ts';
import { NextCursor, pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { idOf } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const JUnitXml = Type.Unsafe<string>({
  description: 'JUnit XML',
  content: { 'application/xml': { schema: Type.String() } },
});
const OneBatch = Type.Object({ batch: Batch });
const batchId = Type.String({ format: 'uuid' });
const CancelledBatch = Type.Object(
  {
    batchId,
    cancelled: Type.Integer({ description: 'How many runs this call has cancelled' }),
    alreadyFinished: Type.Integer({ description: 'How many had ended before' }),
    cancelledRunIds: runIdList('In the order of the tests'),
    alreadyFinishedRunIds: runIdList('In the order of the tests'),
    batch: Batch,
  },
  { title: 'CancelledBatch' },
);
const RerunBatch = Type.Object(
  {
    status: oneOf(['queued']),
    groupId: Type.String({ format: 'uuid' }),
    batchId,
    sourceBatchId: Type.String({ format: 'uuid', description: 'The batch that is run again' }),
    ...startedMembers,
    skippedTestIds: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Tests of the former batch that are not run again',
    }),
    count: Type.Integer(),
    batch: Batch,
  },
  { title: 'RerunBatch' },
);
const ListBatches = Type.Object({
  ...pageQuery({ usual: 20, most: 100 }),
  projectId: Type.Optional(Type.String({ ...idOf('project'), description: 'Only batches of this project' })),
  groupId: Type.Optional(Type.String({ format: 'uuid', description: 'Only batches of this group' })),
});
const RerunOptions = Type.Object(
  {
    failedOnly: Type.Optional(
      nullable.boolean({
        description:
          'Only the tests that failed, could not be executed or were cancelled; a 409 if there is none',
      }),
    ),
  },
  { title: 'RerunOptions' },
);
const BatchPath = Type.Object({ id: Type.String(idOf('batch')) });
const operation = operationsOf('Batches', 'project');

export function batchRoutes(api: HttpServer, parts: Parts): void {
  const { db, filesUrl } = parts;

  api.get(
    '/batches',
    operation('listBatches', {
      summary: 'List batches with their runs, newest first',
      querystring: ListBatches,
      response: { 200: Type.Object({ batches: Type.Array(Batch), nextCursor: NextCursor }) },
    }),
    async (request) => {
      const { projectId: named, groupId, ...query } = request.query;
      const projectId = await projectFilter(db, request.principal, named);
      const { rows, nextCursor } = await readPage(query, (page) =>
        listBatches(db, { projectId, groupId }, page),
      );
      return { batches: await showBatches(db, rows), nextCursor };
    },
  );

  api.get(
    '/batches/:id',
    operation('getBatch', {
      summary: 'Read a batch with its runs',
      params: BatchPath,
      response: { 200: OneBatch },
    }),
    async (request) => ({ batch: await show(await addressed(request)) }),
  );

  api.get(
    '/batches/:id/junit.xml',
    operation('getBatchAsJUnit', {
      summary: 'Read a batch as JUnit XML',
      params: BatchPath,
      response: { 200: JUnitXml },
    }),
    async (request, reply) => {
      const batch = await addressed(request);
      const runs = await findRunsOfBatch(db, batch.id);
      const cases = runs.map((run) => ({ title: run.title ?? '', run: toRunRecord(run, filesUrl()) }));
      reply.type('application/xml; charset=utf-8');
      return reply.send(toJUnit({ name: batch.group_name, createdAt: batch.created_at, cases }));
    },
  );

  api.post(
    '/batches/:id/cancel',
    operation('cancelBatch', {
      errors: ['Conflict'],
      summary: 'Cancel all runs of a batch that have not ended',
      params: BatchPath,
      response: { 200: CancelledBatch },
    }),
    async (request) => {
      const batch = await addressed(request);
      const { cancelledRunIds, alreadyFinishedRunIds } = await cancelBatch(parts, batch.id);
      return {
        batchId: batch.id,
        cancelled: cancelledRunIds.length,
        alreadyFinished: alreadyFinishedRunIds.length,
        cancelledRunIds,
        alreadyFinishedRunIds,
        batch: await show(batch),
      };
    },
  );

  api.post(
    '/batches/:id/rerun',
    operation('rerunBatch', {
      errors: ['Conflict'],
      summary: 'Run a batch again',
      description:
        'The same tests as they were, on the same build; an artifact is imported again. No body is the same as `{}`.',
      params: BatchPath,
      body: RerunOptions,
      response: { 202: RerunBatch },
    }),
    async (request, reply) => {
      const former = await addressed(request);
      const failedOnly = request.body.failedOnly ?? false;
      const { batchId, runIds, skippedTestIds } = await rerunBatch(parts, former, { failedOnly });
      const batch = orNotFound(await findBatch(db, batchId, null), 'batch');
      return reply.code(202).send({
        status: 'queued' as const,
        groupId: batch.group_id,
        batchId,
        sourceBatchId: former.id,
        ...showStarted(runIds),
        skippedTestIds,
        batch: await show(batch),
      });
    },
  );

  async function addressed(request: { params: { id: string }; principal: Principal }) {
    return orNotFound(await findBatch(db, request.params.id, visibleProject(request.principal)), 'batch');
  }

  async function show(batch: BatchRow) {
    const [shown] = await showBatches(db, [batch]);
    return orNotFound(shown, 'batch');
  }
}
