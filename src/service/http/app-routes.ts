import { Type } from 'typebox';
import { notFound, orNotFound } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { MobileApp, toAppRecord } from '../apps/app.ts';
import { findListedApp, listApps, markAppDeleted } from '../apps/app-store.ts';
import { readAppUsage } from '../groups/app-usage.ts';
import { requireProject } from '../projects/project-store.ts';
import { pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { idOf, ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';
import { sha256Pattern } from './upload-routes.ts';

const AppPath = Type.Object({
  ...ProjectPath.properties,
  appId: Type.String(idOf('app')),
});
const ListApps = Type.Object({
  ...pageQuery(),
  platform: Type.Optional(oneOf(['ios', 'android'])),
  bundleId: Type.Optional(Type.String({ maxLength: 1_024, format: 'plain-text' })),
  sha256: Type.Optional(
    Type.String({ pattern: sha256Pattern, description: 'Apps that were confirmed with this SHA-256' }),
  ),
});
/** The interface has this one member. */
const DeletedApp = Type.Object({ deleted: Type.Boolean() }, { title: 'DeletedApp' });
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

export function appRoutes(api: HttpServer, parts: Parts): void {
  const { db, filesUrl } = parts;
  api.get(
    '/projects/:projectId/mobile',
    operation('listApps', {
      summary: 'List mobile apps, newest first',
      description: 'A further page is named in the `Link` header.',
      params: ProjectPath,
      querystring: ListApps,
      response: { 200: Type.Object({ apps: Type.Array(MobileApp) }) },
    }),
    async (request) => {
      const { projectId } = request.params;
      const { platform, bundleId, sha256, ...query } = request.query;
      const filter = { platform, bundleId, sha256: sha256?.toLowerCase() };
      const { rows, nextCursor } = await readPage(query, (page) => listApps(db, projectId, filter, page));
      if (rows.length === 0) await requireProject(db, projectId);
      return { apps: rows.map((app) => toAppRecord(app, filesUrl())), nextCursor };
    },
  );

  api.get(
    '/projects/:projectId/mobile/:appId',
    operation('getApp', {
      summary: 'Read a mobile app',
      params: AppPath,
      response: { 200: Type.Object({ app: MobileApp }) },
    }),
    async (request) => {
      const { projectId, appId } = request.params;
      const app = orNotFound(await findListedApp(db, projectId, appId), 'app');
      return { app: toAppRecord(app, filesUrl()) };
    },
  );

  api.get(
    '/projects/:projectId/mobile/:appId/usage',
    operation('getAppUsage', {
      summary: 'Read which runs, batches and tests use a mobile app',
      params: AppPath,
      response: { 200: AppUsage },
    }),
    async (request) => {
      const { projectId, appId } = request.params;
      const usage = orNotFound(await readAppUsage(db, projectId, appId), 'app');
      const { runs, batches, tests } = usage;
      return {
        runs: { ...runs, lastAt: runs.lastAt?.toISOString() ?? null },
        batches: batches.map(({ createdAt, ...batch }) => ({ ...batch, createdAt: createdAt.toISOString() })),
        tests: tests.map(({ lastRunAt, ...test }) => ({ ...test, lastRunAt: lastRunAt.toISOString() })),
      };
    },
  );

  api.delete(
    '/projects/:projectId/mobile/:appId',
    operation('deleteApp', {
      summary: 'Delete a mobile app',
      description:
        'It is gone from every list at once; its bytes go when no queued or running run uses them.',
      params: AppPath,
      response: { 200: DeletedApp },
    }),
    async (request) => {
      const { projectId, appId } = request.params;
      if (!(await markAppDeleted(db, projectId, appId))) throw notFound('app');
      parts.requestSweep();
      return { deleted: true };
    },
  );
}
