import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { toRecord } from '../apps/app.ts';
import { findAppIcon, findListedApp, listApps, markAppDeleted } from '../apps/app-store.ts';
import { confirmUpload } from '../apps/confirm-upload.ts';
import { createInitiateUpload } from '../apps/initiate-upload.ts';
import { findProject } from '../projects/project-store.ts';
import { pageOf, showPage } from './pagination.ts';
import type { ApiServer, Parts } from './parts.ts';
import { isFileName, sendFile } from './run-file-routes.ts';
import {
  ConfirmUpload,
  InitiateUpload,
  idOf,
  ListApps,
  MobileApp,
  ProjectPath,
  UploadTicket,
} from './schemas.ts';

export const AppPath = Type.Object({
  ...ProjectPath.properties,
  appId: Type.String(idOf('app')),
});
/** The interface has this one member. */
const DeletedApp = Type.Object({ deleted: Type.Boolean() }, { title: 'DeletedApp' });
const tags = ['Mobile apps'];
const config = { access: 'project' } as const;

export function appRoutes(api: ApiServer, parts: Parts): void {
  const { db, metrics, filesUrl } = parts;
  const initiateUpload = createInitiateUpload(parts);

  api.post(
    '/projects/:projectId/mobile/upload',
    {
      config,
      schema: {
        tags,
        operationId: 'initiateUpload',
        summary: 'Ask for a URL to upload a binary to',
        description:
          'Step 1 of 3. Step 2 is one PUT of the binary to `uploadUrl`, within 30 minutes and without a key; it answers 200, 403 when the URL is wrong or its time is over, 409 after confirm, 422 when the length is not `fileSize` (S3 answers in its own way).',
        params: ProjectPath,
        body: InitiateUpload,
        response: { 200: UploadTicket },
      },
    },
    async (request) => {
      const { filename, fileSize, removeAfter } = request.body;
      const { projectId } = request.params;
      const ticket = await initiateUpload({ projectId, filename, fileSize });
      return { ...ticket, filename, fileSize, ...(removeAfter != null && { removeAfter }) };
    },
  );

  api.post(
    '/projects/:projectId/mobile/upload/confirm',
    {
      config: { ...config, errors: ['UploadIncomplete', 'UploadExpired', 'UploadMismatch', 'InvalidApp'] },
      schema: {
        tags,
        operationId: 'confirmUpload',
        summary: 'Turn an uploaded binary into an app record',
        description: 'Step 3 of 3. Safe to repeat: the same record comes back, then with status 200.',
        params: ProjectPath,
        body: ConfirmUpload,
        response: { 200: Type.Object({ app: MobileApp }), 201: Type.Object({ app: MobileApp }) },
      },
    },
    async (request, reply) => {
      const { storageKey, filename, fileSize, removeAfter, sha256 } = request.body;
      const { projectId } = request.params;
      const { app, created } = await confirmUpload(parts, {
        projectId,
        storageKey,
        filename,
        fileSize,
        removeAfter: removeAfter ?? null,
        sha256: sha256?.toLowerCase() ?? null,
      });
      if (created) metrics.appsConfirmed.inc({ platform: app.platform });
      return reply.code(created ? 201 : 200).send({ app: toRecord(app, filesUrl()) });
    },
  );

  api.get(
    '/projects/:projectId/mobile',
    {
      config,
      schema: {
        tags,
        operationId: 'listApps',
        summary: 'List mobile apps, newest first',
        description: 'A further page is named in the `Link` header.',
        params: ProjectPath,
        querystring: ListApps,
        response: { 200: Type.Object({ apps: Type.Array(MobileApp) }) },
      },
    },
    async (request, reply) => {
      const { projectId } = request.params;
      const page = pageOf(request.query);
      const { platform, bundleId, sha256 } = request.query;
      const filter = { platform, bundleId, sha256: sha256?.toLowerCase() };
      const apps = await listApps(db, projectId, filter, page);
      if (apps.length === 0 && (await findProject(db, projectId)) === null) throw notFound('project');
      const { shown } = showPage(page, apps, (app) => ({ createdAt: app.created_at, id: app.id }), {
        request,
        reply,
        publicUrl: parts.publicUrl(),
      });
      return { apps: shown.map((app) => toRecord(app, filesUrl())) };
    },
  );

  api.get(
    '/projects/:projectId/mobile/:appId',
    {
      config,
      schema: {
        tags,
        operationId: 'getApp',
        summary: 'Read a mobile app',
        params: AppPath,
        response: { 200: Type.Object({ app: MobileApp }) },
      },
    },
    async (request) => {
      const { projectId, appId } = request.params;
      const app = await findListedApp(db, projectId, appId);
      if (app === null) throw notFound('app');
      return { app: toRecord(app, filesUrl()) };
    },
  );

  api.delete(
    '/projects/:projectId/mobile/:appId',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteApp',
        summary: 'Delete a mobile app',
        description:
          'It is gone from every list at once; its bytes go when no queued or running run uses them.',
        params: AppPath,
        response: { 200: DeletedApp },
      },
    },
    async (request) => {
      const { projectId, appId } = request.params;
      if (!(await markAppDeleted(db, projectId, appId))) throw notFound('app');
      parts.requestSweep();
      return { deleted: true };
    },
  );
}

/** Icons. Their names are unguessable: everyone who has the address may look, as long as the app is listed. */
export function appFileRoutes(app: FastifyInstance, { db, store }: Parts): void {
  app.get<{ Params: { appId: string; name: string } }>(
    '/apps/:appId/files/:name',
    { config: { access: 'public' }, schema: { hide: true } },
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
