import { Type } from 'typebox';
import { platforms } from '../../engine/task.ts';
import { encodeCursor } from '../../kernel/page.ts';
import { oneOf } from '../../kernel/schema.ts';
import { requireProject } from '../projects/project-store.ts';
import { runStatuses } from '../runs/run.ts';
import { outcomes, RunSummary, toRunSummary } from '../runs/run-summary.ts';
import { listSummaries } from '../runs/summary-store.ts';
import { NextCursor, pageOf, pageQuery, periodOf, TimeSpan } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const ListRunSummaries = Type.Object({
  ...pageQuery({ usual: 50, most: 200 }),
  status: Type.Optional(oneOf(runStatuses, { description: 'Only runs in this status' })),
  outcome: Type.Optional(
    oneOf(outcomes, {
      description:
        '`passed`: the result is PASS; `failed`: the result is FAILED, or the run could not be executed; `unfinished`: queued or running',
    }),
  ),
  platform: Type.Optional(oneOf(platforms)),
  testId: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs of this test' })),
  batchId: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs of this batch' })),
  appId: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs on this app' })),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'plain-text',
      description:
        'Part of the title, the prompt, the target URL, the name of the feature or the error code, in any case; or the id of a run or a batch',
    }),
  ),
  ...TimeSpan,
});

const operation = operationsOf('Runs', 'project');

export function runSummaryRoutes(api: HttpServer, { db }: Parts): void {
  api.get(
    '/projects/:projectId/runs',
    operation('listRunSummaries', {
      summary: 'List the runs of a project in short, newest first',
      description:
        'A page of filtered runs may be short, or even empty, while `nextCursor` is not null: a call looks at 5,000 runs at most, and the next page continues from there.',
      params: ProjectPath,
      querystring: ListRunSummaries,
      response: {
        200: Type.Object({ runs: Type.Array(RunSummary), nextCursor: NextCursor }),
      },
    }),
    async (request) => {
      const { projectId } = request.params;
      const { limit, cursor, search, from, to, ...filter } = request.query;
      const page = pageOf(request.query);
      const text = search?.trim();
      const { rows, next } = await listSummaries(
        db,
        projectId,
        { ...filter, ...periodOf({ from, to }), search: text === '' ? undefined : text },
        page,
      );
      if (rows.length === 0) await requireProject(db, projectId);
      return { runs: rows.map(toRunSummary), nextCursor: next && encodeCursor(next) };
    },
  );
}
