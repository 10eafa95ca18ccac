import { Type } from 'typebox';
import { findImport } from '../apps/import-store.ts';
import { batchStatuses, resultOf, summarise } from '../groups/batch.ts';
import { type Batch as BatchRow, findBatch, findRunsOfBatch } from '../groups/batch-store.ts';
import { cancelBatch } from '../groups/cancel-batch.ts';
import { toJUnit } from '../groups/junit.ts';
import { rerunBatch } from '../groups/rerun-batch.ts';
import { notFound } from '../kernel/errors.ts';
import { nullable, oneOf } from '../kernel/schema.ts';
import type { Principal } from '../projects/api-key.ts';
import { runStatuses } from '../runs/run.ts';
import { RunRecord, toRunRecord } from '../runs/run-record.ts';
import { answers } from './answers.ts';
import { visibleProject } from './authorize.ts';
import type { ApiServer, Parts } from './parts.ts';
import { idOf } from './schemas.ts';

const results = ['PASS', 'FAILED'] as const;
const { id, testId, platform, status, error, durationMs } = RunRecord.properties;
const BatchRun = Type.Object(
  {
    id,
    testId,
    title: Type.String(),
    platform,
    status,
    result: nullable.oneOf(results),
    error,
    durationMs,
  },
  { title: 'BatchRun' },
);
const JUnitXml = Type.Unsafe<string>({
  description: 'JUnit XML',
  content: { 'application/xml': { schema: Type.String() } },
});
const Batch = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    projectId: Type.String({ format: 'uuid' }),
    groupId: Type.String({ format: 'uuid' }),
    groupName: Type.String(),
    status: oneOf(batchStatuses),
    result: nullable.oneOf(results, { description: 'Null until all have ended; PASS when each has passed' }),
    count: Type.Integer(),
    counts: Type.Object(Object.fromEntries(runStatuses.map((name) => [name, Type.Integer()]))),
    results: Type.Object({ PASS: Type.Integer(), FAILED: Type.Integer() }),
    appId: nullable.text({ format: 'uuid' }),
    import: Type.Unsafe<{ status: string; bytesRead: number; bytesTotal: number | null } | null>({
      type: ['object', 'null'],
      description: 'How far the artifact is fetched',
      properties: {
        status: { type: 'string', enum: ['queued', 'running', 'completed', 'failed'] },
        bytesRead: { type: 'integer' },
        bytesTotal: { type: ['integer', 'null'] },
      },
      required: ['status', 'bytesRead', 'bytesTotal'],
    }),
    targetUrl: nullable.text(),
    commitSha: nullable.text(),
    webhookUrl: nullable.text(),
    rerunOf: nullable.text({ format: 'uuid' }),
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: nullable.text({ format: 'date-time' }),
    completedAt: nullable.text({ format: 'date-time' }),
    runs: Type.Array(BatchRun, { description: 'In the order of the tests' }),
  },
  { title: 'Batch' },
);
const OneBatch = Type.Object({ batch: Batch });
const BatchPath = Type.Object({ id: Type.String(idOf('batch')) });
const tags = ['Batches'];
const config = { access: 'project' } as const;

export function batchRoutes(api: ApiServer, parts: Parts): void {
  const { db, filesUrl } = parts;

  api.get(
    '/batches/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'getBatch',
        summary: 'Read a batch with its runs',
        params: BatchPath,
        response: answers({ 200: OneBatch }),
      },
    },
    async (request) => ({ batch: await show(await addressed(request)) }),
  );

  api.get(
    '/batches/:id/junit.xml',
    {
      config,
      schema: {
        tags,
        operationId: 'getBatchAsJUnit',
        summary: 'Read a batch as JUnit XML',
        params: BatchPath,
        response: answers({ 200: JUnitXml }),
      },
    },
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
    {
      config,
      schema: {
        tags,
        operationId: 'cancelBatch',
        summary: 'Cancel all runs of a batch that have not ended',
        params: BatchPath,
        response: answers({ 200: OneBatch }, ['Conflict']),
      },
    },
    async (request) => {
      const batch = await addressed(request);
      await cancelBatch(parts, batch.id);
      return { batch: await show(batch) };
    },
  );

  api.post(
    '/batches/:id/rerun',
    {
      config,
      schema: {
        tags,
        operationId: 'rerunBatch',
        summary: 'Run a batch again',
        description: 'The same tests as they were, on the same build; an artifact is imported again.',
        params: BatchPath,
        response: answers({ 202: OneBatch }, ['Conflict']),
      },
    },
    async (request, reply) => {
      const again = await rerunBatch(parts, await addressed(request));
      const batch = await findBatch(db, again, null);
      if (batch === null) throw notFound('batch');
      return reply.code(202).send({ batch: await show(batch) });
    },
  );

  async function addressed(request: { params: { id: string }; principal: Principal }) {
    const batch = await findBatch(db, request.params.id, visibleProject(request.principal));
    if (batch === null) throw notFound('batch');
    return batch;
  }

  async function show(batch: BatchRow) {
    const runs = await findRunsOfBatch(db, batch.id);
    const fetched = batch.import_id === null ? null : await findImport(db, batch.import_id);
    const { startedAt, completedAt, ...summary } = summarise(runs);
    const { targetUrl, commitSha, webhookUrl } = batch.request;
    return {
      id: batch.id,
      projectId: batch.project_id,
      groupId: batch.group_id,
      groupName: batch.group_name,
      ...summary,
      count: runs.length,
      appId: batch.app_id ?? runs.find(({ app_id }) => app_id !== null)?.app_id ?? null,
      import: fetched && {
        status: fetched.status,
        bytesRead: fetched.bytes_read,
        bytesTotal: fetched.bytes_total,
      },
      targetUrl,
      commitSha,
      webhookUrl,
      rerunOf: batch.rerun_of,
      createdAt: batch.created_at.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      completedAt: completedAt?.toISOString() ?? null,
      runs: runs.map((run) => {
        const record = toRunRecord(run, filesUrl());
        return {
          id: record.id,
          testId: record.testId,
          title: run.title ?? '',
          platform: record.platform,
          status: record.status,
          result: resultOf(run),
          error: record.error,
          durationMs: record.durationMs,
        };
      }),
    };
  }
}
