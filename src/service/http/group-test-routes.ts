import { type Static, Type } from 'typebox';
import { notFound } from '../../kernel/errors.ts';
import type { Group } from '../groups/group-store.ts';
import {
  changeMember,
  listMembers,
  maxMembers,
  placeMember,
  removeMember,
  replaceMembers,
} from '../groups/membership.ts';
import { openTestReader } from '../groups/test-problems.ts';
import { addressedGroup, GroupPath } from './group-routes.ts';
import { NextCursor } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { idOf } from './resources.ts';
import { operationsOf } from './route-declaration.ts';
import { showTest, Test } from './test-routes.ts';

const GroupTest = Type.Object(
  {
    position: Type.Integer({ description: 'From 1, in the order in which they are run' }),
    enabled: Type.Boolean({ description: 'Whether it runs in this group' }),
    test: Test,
  },
  { title: 'GroupTest' },
);
const GroupTests = Type.Object({ tests: Type.Array(GroupTest), nextCursor: NextCursor });
const groupId = Type.String({ format: 'uuid' });
const testId = Type.String({ format: 'uuid' });
const AddedTest = Type.Object(
  { groupId, testId, added: Type.Boolean({ description: 'False where the group had it already' }) },
  { title: 'AddedTest' },
);
const RemovedTest = Type.Object({ groupId, testId, removed: Type.Boolean() }, { title: 'RemovedTest' });
const position = Type.Optional(
  Type.Integer({ minimum: 1, maximum: maxMembers, description: 'From 1; the end when left out' }),
);
const enabled = Type.Optional(Type.Boolean());
const AddTest = Type.Object({ testId, position, enabled }, { title: 'AddTestToGroup' });
const ChangeTest = Type.Object({ position, enabled }, { title: 'ChangeTestInGroup' });
const Order = Type.Object(
  {
    testIds: Type.Array(Type.String({ format: 'uuid' }), { maxItems: maxMembers, uniqueItems: true }),
  },
  { title: 'OrderTestsOfGroup' },
);
const MemberPath = Type.Object({ ...GroupPath.properties, testId: Type.String(idOf('test')) });
const operation = operationsOf('Groups', 'project');

export function groupTestRoutes(api: HttpServer, parts: Parts): void {
  const { db } = parts;
  const shown = async ({ id, project_id }: Group) => {
    const problemsOf = await openTestReader(parts, project_id);
    const tests: Array<Static<typeof GroupTest>> = [];
    for (const member of await listMembers(db, id)) {
      tests.push({ ...member, test: await showTest(member.test, problemsOf) });
    }
    return { tests, nextCursor: null };
  };

  api.get(
    '/groups/:id/tests',
    operation('listTestsOfGroup', {
      summary: 'List the tests of a group, in their order',
      params: GroupPath,
      response: { 200: GroupTests },
    }),
    async (request) => shown(await addressedGroup(db, request)),
  );

  api.post(
    '/groups/:id/tests',
    operation('addTestToGroup', {
      errors: ['Conflict'],
      summary: 'Put a test into a group',
      description: 'A test that is in it already is moved, and answers 200.',
      params: GroupPath,
      body: AddTest,
      response: { 200: AddedTest, 201: AddedTest },
    }),
    async (request, reply) => {
      const group = await addressedGroup(db, request);
      const { testId, ...place } = request.body;
      const added = (await placeMember(db, group, testId, place)) === 'added';
      return reply.code(added ? 201 : 200).send({ groupId: group.id, testId, added });
    },
  );

  api.put(
    '/groups/:id/tests',
    operation('orderTestsOfGroup', {
      summary: 'Give a group exactly these tests, in this order',
      params: GroupPath,
      body: Order,
      response: { 200: GroupTests },
    }),
    async (request) => {
      const group = await addressedGroup(db, request);
      await replaceMembers(db, group, request.body.testIds);
      return shown(group);
    },
  );

  api.patch(
    '/groups/:id/tests/:testId',
    operation('changeTestInGroup', {
      summary: 'Move a test within a group, or enable and disable it there',
      params: MemberPath,
      body: ChangeTest,
      response: { 200: GroupTests },
    }),
    async (request) => {
      const group = await addressedGroup(db, request);
      await changeMember(db, group.id, request.params.testId, request.body);
      return shown(group);
    },
  );

  api.delete(
    '/groups/:id/tests/:testId',
    operation('removeTestFromGroup', {
      summary: 'Take a test out of a group',
      params: MemberPath,
      response: { 200: RemovedTest },
    }),
    async (request) => {
      const group = await addressedGroup(db, request);
      const { testId } = request.params;
      if (!(await removeMember(db, group.id, testId))) throw notFound('test in this group');
      return { groupId: group.id, testId, removed: true };
    },
  );
}
