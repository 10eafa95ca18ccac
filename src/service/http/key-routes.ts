import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../kernel/errors.ts';
import type { Row } from '../database/tables.ts';
import { newKey } from '../projects/api-key.ts';
import { insertKey, listKeys } from '../projects/api-key-store.ts';
import { findProject } from '../projects/project-store.ts';
import { revokeAdminKey, revokeProjectKey } from '../projects/revoke-key.ts';
import { listSessions, type Session } from '../projects/session-store.ts';
import { pageOf, showPage } from './pagination.ts';
import type { ApiServer, Parts } from './parts.ts';
import { ApiKey, Deleted, IssuedApiKey, IssueKey, NextCursor, PageQuery, ProjectPath } from './schemas.ts';
import { showSession } from './session-routes.ts';

const publicId = '^[A-Za-z0-9]{4,32}$';
const keyId = {
  keyId: Type.String({ pattern: publicId, description: 'Public part of the key', 'x-resource': 'key' }),
};
const Issued = { 201: Type.Object({ key: IssuedApiKey }) };
const Listed = { 200: Type.Object({ keys: Type.Array(ApiKey), nextCursor: NextCursor }) };
const tags = ['API keys'];
const config = { access: 'admin' } as const;
const sessionsPerKey = 20;

export function keyRoutes(api: ApiServer, { db, publicUrl }: Parts): void {
  async function issue(projectId: string | null, name: string | null) {
    const fresh = newKey();
    const row = await insertKey(db, fresh, { projectId, name });
    if (row === null) throw notFound('project');
    return { key: { ...show(row), key: fresh.key } };
  }

  async function list(
    projectId: string | null,
    request: FastifyRequest<{ Querystring: { limit?: number; cursor?: string } }>,
    reply: FastifyReply,
  ) {
    const page = pageOf(request.query, isPublicId);
    const rows = await listKeys(db, { projectId }, page);
    const { shown, nextCursor } = showPage(
      page,
      rows,
      (row) => ({ createdAt: row.created_at, id: row.public_id }),
      {
        request,
        reply,
        publicUrl: publicUrl(),
      },
    );
    const publicIds = shown.map((row) => row.public_id);
    const sessions = await listSessions(db, publicIds, sessionsPerKey);
    return { keys: shown.map((row) => show(row, sessions.get(row.public_id))), nextCursor };
  }

  api.post(
    '/keys',
    {
      config,
      schema: {
        tags,
        operationId: 'issueAdminKey',
        summary: 'Issue an admin key',
        body: IssueKey,
        response: Issued,
      },
    },
    async (request, reply) => reply.code(201).send(await issue(null, request.body.name ?? null)),
  );

  api.get(
    '/keys',
    {
      config,
      schema: {
        tags,
        operationId: 'listAdminKeys',
        summary: 'List admin keys, newest first',
        querystring: Type.Object(PageQuery),
        response: Listed,
      },
    },
    async (request, reply) => list(null, request, reply),
  );

  api.delete(
    '/keys/:keyId',
    {
      config: { ...config, errors: ['Conflict'] },
      schema: {
        tags,
        operationId: 'revokeAdminKey',
        summary: 'Revoke an admin key',
        description: 'It stops working at once. The last admin key stays.',
        params: Type.Object(keyId),
        response: { 200: Deleted },
      },
    },
    async (request) => {
      const { keyId: id } = request.params;
      await revokeAdminKey(db, id);
      return { deleted: true, id };
    },
  );

  api.post(
    '/projects/:projectId/keys',
    {
      config,
      schema: {
        tags,
        operationId: 'issueProjectKey',
        summary: 'Issue a key for one project',
        params: ProjectPath,
        body: IssueKey,
        response: Issued,
      },
    },
    async (request, reply) =>
      reply.code(201).send(await issue(request.params.projectId, request.body.name ?? null)),
  );

  api.get(
    '/projects/:projectId/keys',
    {
      config,
      schema: {
        tags,
        operationId: 'listProjectKeys',
        summary: "List a project's keys, newest first",
        params: ProjectPath,
        querystring: Type.Object(PageQuery),
        response: Listed,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params;
      if ((await findProject(db, projectId)) === null) throw notFound('project');
      return list(projectId, request, reply);
    },
  );

  api.delete(
    '/projects/:projectId/keys/:keyId',
    {
      config,
      schema: {
        tags,
        operationId: 'revokeProjectKey',
        summary: "Revoke a project's key",
        description: 'It stops working at once.',
        params: Type.Object({ ...ProjectPath.properties, ...keyId }),
        response: { 200: Deleted },
      },
    },
    async (request) => {
      const { projectId, keyId: id } = request.params;
      await revokeProjectKey(db, projectId, id);
      return { deleted: true, id };
    },
  );
}

function isPublicId(text: string): boolean {
  return new RegExp(publicId).test(text);
}

function show(row: Row<'api_keys'>, sessions: Session[] = []) {
  return {
    id: row.public_id,
    kind: row.kind,
    projectId: row.project_id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    sessions: sessions.map(showSession),
  };
}
