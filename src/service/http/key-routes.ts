import { Type } from 'typebox';
import { orNotFound } from '../../kernel/errors.ts';
import { nullable } from '../../kernel/schema.ts';
import { newKey } from '../projects/api-key.ts';
import { insertKey, listKeys } from '../projects/api-key-store.ts';
import { ApiKey, IssuedApiKey, toKeyRecord } from '../projects/key-record.ts';
import { requireProject } from '../projects/project-store.ts';
import { revokeAdminKey, revokeProjectKey } from '../projects/revoke-key.ts';
import { listSessions } from '../projects/session-store.ts';
import { NextCursor, type PageQuery, pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { Deleted, ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const publicId = '^[A-Za-z0-9]{4,32}$';
const keyId = {
  keyId: Type.String({ pattern: publicId, description: 'Public part of the key', 'x-resource': 'key' }),
};
const IssueKey = Type.Object(
  { name: Type.Optional(nullable.text({ format: 'display-name', description: 'What the key is for' })) },
  { title: 'IssueKey' },
);
const Issued = { 201: Type.Object({ key: IssuedApiKey }) };
const Listed = { 200: Type.Object({ keys: Type.Array(ApiKey), nextCursor: NextCursor }) };
const operation = operationsOf('API keys', 'admin');
const sessionsPerKey = 20;

export function keyRoutes(api: HttpServer, { db }: Parts): void {
  async function issue(projectId: string | null, name: string | null) {
    const fresh = newKey();
    const row = orNotFound(await insertKey(db, fresh, { projectId, name }), 'project');
    return { key: { ...toKeyRecord(row), key: fresh.key } };
  }

  async function list(projectId: string | null, query: PageQuery) {
    const { rows, nextCursor } = await readPage(
      query,
      async (page) => (await listKeys(db, { projectId }, page)).map((row) => ({ ...row, id: row.public_id })),
      isPublicId,
    );
    const publicIds = rows.map(({ id }) => id);
    const sessions = await listSessions(db, publicIds, sessionsPerKey);
    return { keys: rows.map((row) => toKeyRecord(row, sessions.get(row.id))), nextCursor };
  }

  api.post(
    '/keys',
    operation('issueAdminKey', { summary: 'Issue an admin key', body: IssueKey, response: Issued }),
    async (request, reply) => reply.code(201).send(await issue(null, request.body.name ?? null)),
  );

  api.get(
    '/keys',
    operation('listAdminKeys', {
      summary: 'List admin keys, newest first',
      querystring: Type.Object(pageQuery()),
      response: Listed,
    }),
    async ({ query }) => list(null, query),
  );

  api.delete(
    '/keys/:keyId',
    operation('revokeAdminKey', {
      errors: ['Conflict'],
      summary: 'Revoke an admin key',
      description: 'It stops working at once. The last admin key stays.',
      params: Type.Object(keyId),
      response: { 200: Deleted },
    }),
    async (request) => {
      const { keyId: id } = request.params;
      await revokeAdminKey(db, id);
      return { deleted: true, id };
    },
  );

  api.post(
    '/projects/:projectId/keys',
    operation('issueProjectKey', {
      summary: 'Issue a key for one project',
      params: ProjectPath,
      body: IssueKey,
      response: Issued,
    }),
    async (request, reply) =>
      reply.code(201).send(await issue(request.params.projectId, request.body.name ?? null)),
  );

  api.get(
    '/projects/:projectId/keys',
    operation('listProjectKeys', {
      summary: "List a project's keys, newest first",
      params: ProjectPath,
      querystring: Type.Object(pageQuery()),
      response: Listed,
    }),
    async ({ params: { projectId }, query }) => {
      await requireProject(db, projectId);
      return list(projectId, query);
    },
  );

  api.delete(
    '/projects/:projectId/keys/:keyId',
    operation('revokeProjectKey', {
      summary: "Revoke a project's key",
      description: 'It stops working at once.',
      params: Type.Object({ ...ProjectPath.properties, ...keyId }),
      response: { 200: Deleted },
    }),
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
