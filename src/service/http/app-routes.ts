import { Type } from 'typebox';
import { notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { oneOf } from '../../kernel/schema.ts';
import { MobileApp, toAppRecord } from '../apps/app.ts';
import { findAppIcon, findListedApp, listApps, markAppDeleted } from '../apps/app-store.ts';
import { findProject } from '../projects/project-store.ts';
import { pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { idOf, ProjectPath } from './resources.ts';
import { operationsOf, unlisted } from './route-declaration.ts';
import { isFileName, sendFile } from './run-file-routes.ts';
import { sha256Pattern } from './upload-routes.ts';

export const AppPath = Type.Object({
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
      if (rows.length === 0 && (await findProject(db, projectId)) === null) throw notFound('project');
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
      const app = await findListedApp(db, projectId, appId);
      if (app === null) throw notFound('app');
      return { app: toAppRecord(app, filesUrl()) };
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

/** Icons. Their names are unguessable: everyone who has the address may look, as long as the app is listed. */
export function appFileRoutes(app: HttpServer, { db, store }: Parts): void {
  app.get<{ Params: { appId: string; name: string } }>(
    '/apps/:appId/files/:name',
    unlisted,
    async (request, reply) => {
      const { appId, name } = request.params;
      const objectKey = isUuid(appId) && isFileName(name) ? await findAppIcon(db, appId, name) : null;
      if (objectKey === null) throw notFound('file');
      return sendFile(reply, store, { objectKey, contentType: iconTypeOf(name) });
    },
  );
}

function iconTypeOf(name: string): string {
  return name.endsWith('.webp') ? 'image/webp' : 'image/png';
}
