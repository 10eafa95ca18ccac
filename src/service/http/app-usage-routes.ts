import { Type } from 'typebox';
import { notFound } from '../../kernel/errors.ts';
import { nullable } from '../../kernel/schema.ts';
import { readAppUsage } from '../groups/app-usage.ts';
import { AppPath } from './app-routes.ts';
import type { HttpServer, Parts } from './parts.ts';
import { operationsOf } from './route-declaration.ts';

const AppUsage = Type.Object(
  {
    runs: Type.Object({
      total: Type.Integer({ description: 'Counted up to 10,000' }),
      unfinished: Type.Integer({ description: 'Those of them that have not ended' }),
      lastAt: nullable.text({ format: 'date-time', description: 'When the latest was created' }),
    }),
    batches: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        groupName: Type.String(),
        createdAt: Type.String({ format: 'date-time' }),
      }),
      { description: 'The newest ten' },
    ),
    tests: Type.Array(
      Type.Object({
        testId: Type.String({ format: 'uuid' }),
        title: Type.String(),
        lastRunAt: Type.String({ format: 'date-time' }),
      }),
      { description: 'Ten at most, of the latest 1,000 runs' },
    ),
  },
  { title: 'AppUsage' },
);

const operation = operationsOf('Mobile apps', 'project');

export function appUsageRoutes(api: HttpServer, { db }: Parts): void {
  api.get(
    '/projects/:projectId/mobile/:appId/usage',
    operation('getAppUsage', {
      summary: 'Read which runs, batches and tests use a mobile app',
      params: AppPath,
      response: { 200: AppUsage },
    }),
    async (request) => {
      const { projectId, appId } = request.params;
      const usage = await readAppUsage(db, projectId, appId);
      if (usage === null) throw notFound('app');
      const { runs, batches, tests } = usage;
      return {
        runs: { ...runs, lastAt: runs.lastAt?.toISOString() ?? null },
        batches: batches.map(({ createdAt, ...batch }) => ({ ...batch, createdAt: createdAt.toISOString() })),
        tests: tests.map(({ lastRunAt, ...test }) => ({ ...test, lastRunAt: lastRunAt.toISOString() })),
      };
    },
  );
}
