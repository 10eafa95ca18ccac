import { Type } from 'typebox';
import { nullableDevice, requestOf } from '../../engine/requested-device.ts';
import { notFound, orNotFound } from '../../kernel/errors.ts';
import { oneOf } from '../../kernel/schema.ts';
import { insertGroup, runModes, updateGroup } from '../groups/group-store.ts';
import { type CountedGroup, deleteRecord, findRecord, listRecords } from '../groups/project-records.ts';
import type { Principal } from '../projects/api-key.ts';
import { liveProjectOfCall, projectOfCall } from '../projects/project-of-call.ts';
import { visibleProject } from './authorize.ts';
import { NextCursor, pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { Deleted, idOf, optionalProject } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const Group = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    projectId: Type.String({ format: 'uuid' }),
    name: Type.String(),
    runMode: oneOf(runModes, {
      description: '`sequential`: each run begins when the one before it has ended',
    }),
    testCount: Type.Integer({ description: 'Tests in it, whether they are enabled or not' }),
    device: nullableDevice('What its runs want of a phone, where neither their test nor the call says it'),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Group' },
);
const CreateGroup = Type.Object(
  {
    projectId: optionalProject,
    name: Type.String({ format: 'display-name', description: 'One to 200 characters' }),
    runMode: Type.Optional(oneOf(runModes, { default: 'concurrent' })),
    device: Type.Optional(nullableDevice('What its runs want of a phone; null for any')),
  },
  { title: 'CreateGroup' },
);
const UpdateGroup = Type.Partial(
  // Without the default of a creation: what a change leaves out stays as it is.
  Type.Object({ ...Type.Omit(CreateGroup, ['projectId']).properties, runMode: oneOf(runModes) }),
  { title: 'UpdateGroup' },
);
export const GroupPath = Type.Object({ id: Type.String(idOf('group')) });
const OneGroup = Type.Object({ group: Group });
const operation = operationsOf('Groups', 'project');

export function groupRoutes(api: HttpServer, { db }: Parts): void {
  api.post(
    '/groups',
    operation('createGroup', {
      summary: 'Make a group of tests',
      body: CreateGroup,
      response: { 201: OneGroup },
    }),
    async (request, reply) => {
      const { projectId, name, runMode = 'concurrent', device = null } = request.body;
      const project = await projectOfCall(db, request.principal, projectId);
      const group = orNotFound(await insertGroup(db, project, { name, runMode, device }), 'project');
      return reply.code(201).send({ group: show(group) });
    },
  );

  api.get(
    '/groups',
    operation('listGroups', {
      summary: 'List the groups of a project, newest first',
      querystring: Type.Object({ ...pageQuery(), projectId: Type.Optional(Type.String(idOf('project'))) }),
      response: { 200: Type.Object({ groups: Type.Array(Group), nextCursor: NextCursor }) },
    }),
    async ({ query, principal }) => {
      const projectId = await liveProjectOfCall(db, principal, query.projectId);
      const { rows, nextCursor } = await readPage(query, (page) =>
        listRecords(db, 'groups', { projectId }, page),
      );
      return { groups: rows.map(show), nextCursor };
    },
  );

  api.get(
    '/groups/:id',
    operation('getGroup', { summary: 'Read a group', params: GroupPath, response: { 200: Group } }),
    async (request) => show(await addressedGroup(db, request)),
  );

  api.patch(
    '/groups/:id',
    operation('updateGroup', {
      summary: 'Change a group',
      description: 'Members that are left out stay as they are.',
      params: GroupPath,
      body: UpdateGroup,
      response: { 200: OneGroup },
    }),
    async ({ params: { id }, principal, body }) => {
      const group = orNotFound(await updateGroup(db, id, visibleProject(principal), body), 'group');
      return { group: show(group) };
    },
  );

  api.delete(
    '/groups/:id',
    operation('deleteGroup', {
      summary: 'Delete a group with its webhook',
      description: 'Its tests stay, and so do its batches and their runs.',
      params: GroupPath,
      response: { 200: Deleted },
    }),
    async ({ params: { id }, principal }) => {
      if (!(await deleteRecord(db, 'groups', id, visibleProject(principal)))) throw notFound('group');
      return { deleted: true, id };
    },
  );
}

/** The group that a request names, where its caller may look. */
export async function addressedGroup(
  db: Parts['db'],
  { params: { id }, principal }: { params: { id: string }; principal: Principal },
): Promise<CountedGroup> {
  return orNotFound(await findRecord(db, 'groups', id, visibleProject(principal)), 'group');
}

function show(group: CountedGroup) {
  return {
    id: group.id,
    projectId: group.project_id,
    name: group.name,
    runMode: group.run_mode,
    testCount: group.test_count,
    device: requestOf(group),
    createdAt: group.created_at.toISOString(),
    updatedAt: group.updated_at.toISOString(),
  };
}
