import { Type } from 'typebox';
import { notFound, orNotFound } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { projectFilter } from '../projects/project-of-call.ts';
import { approveBaseline } from '../runs/approve-baseline.ts';
import { BaselineRecord, baselineFilters, toBaselineRecord } from '../runs/baseline.ts';
import { deleteBaseline, findBaseline, listBaselines } from '../runs/baseline-store.ts';
import { visibleProject } from './authorize.ts';
import { NextCursor, pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { Deleted, idOf } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const BaselinePath = Type.Object({ id: Type.String(idOf('baseline')) });
const ListBaselines = Type.Object({
  ...pageQuery(),
  projectId: Type.Optional(Type.String({ ...idOf('project'), description: 'Only those of this project' })),
  testId: Type.Optional(Type.String({ format: 'uuid', description: 'Only those of this test' })),
  runId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only those for which a picture of this run waits' }),
  ),
  status: Type.Optional(
    oneOf(baselineFilters, { description: 'Only those in this status; `waiting` is `new` or `changed`' }),
  ),
});
const Approve = Type.Object(
  {
    runId: Type.Optional(
      nullable.text({
        format: 'uuid',
        description: 'The run whose picture was looked at: a later one is then not approved unseen',
      }),
    ),
  },
  { title: 'ApproveBaseline' },
);
const operation = operationsOf('Baselines', 'project');

/** Pictures that tests compare their pages with. */
export function baselineRoutes(api: HttpServer, { db, filesUrl }: Parts): void {
  api.get(
    '/baselines',
    operation('listBaselines', {
      summary: 'List the pictures that tests compare their pages with, newest first',
      querystring: ListBaselines,
      response: { 200: Type.Object({ baselines: Type.Array(BaselineRecord), nextCursor: NextCursor }) },
    }),
    async (request) => {
      const { projectId: named, testId, runId, status, ...query } = request.query;
      const projectId = await projectFilter(db, request.principal, named);
      const filter = { projectId, testId, runId, status };
      const { rows, nextCursor } = await readPage(query, (page) => listBaselines(db, filter, page));
      return { baselines: rows.map((baseline) => toBaselineRecord(baseline, filesUrl())), nextCursor };
    },
  );

  api.get(
    '/baselines/:id',
    operation('getBaseline', {
      summary: 'Read a baseline',
      params: BaselinePath,
      response: { 200: BaselineRecord },
    }),
    async ({ params: { id }, principal }) => {
      const baseline = orNotFound(await findBaseline(db, id, visibleProject(principal)), 'baseline');
      return toBaselineRecord(baseline, filesUrl());
    },
  );

  api.post(
    '/baselines/:id/approve',
    operation('approveBaseline', {
      errors: ['Conflict'],
      summary: 'Approve the picture that waits for it',
      description: 'Runs from now on compare the page with it. 409 when none waits, or one of another run.',
      params: BaselinePath,
      body: Type.Optional(Approve),
      response: { 200: Type.Object({ baseline: BaselineRecord }) },
    }),
    async ({ params: { id }, principal, body }) => {
      const projectId = visibleProject(principal);
      const baseline = await approveBaseline(db, { id, projectId, runId: body?.runId ?? null });
      return { baseline: toBaselineRecord(baseline, filesUrl()) };
    },
  );

  api.delete(
    '/baselines/:id',
    operation('deleteBaseline', {
      summary: 'Delete a baseline with its picture; the next run begins a new one',
      params: BaselinePath,
      response: { 200: Deleted },
    }),
    async ({ params: { id }, principal }) => {
      if (!(await deleteBaseline(db, id, visibleProject(principal)))) throw notFound('baseline');
      return { deleted: true, id };
    },
  );
}
