import { type Static, Type } from 'typebox';
import { nullableDevice, requestOf } from '../../engine/requested-device.ts';
import { notFound, orNotFound } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { createTest } from '../groups/create-test.ts';
import { deleteRecord, findRecord, listRecords } from '../groups/project-records.ts';
import { runTest } from '../groups/run-test.ts';
import { openTestReader, type Readable, TestProblem, type TestReader } from '../groups/test-problems.ts';
import { type Test as TestRow, updateTest } from '../groups/test-store.ts';
import type { Principal } from '../projects/api-key.ts';
import { liveProjectOfCall, projectOfCall } from '../projects/project-of-call.ts';
import { phoneMembers, requestFrom, targetMembers } from '../runs/hosted-shapes.ts';
import { taskPlatforms } from '../runs/run-request.ts';
import { visibleProject } from './authorize.ts';
import { GivenSteps, stepType, titled } from './given-steps.ts';
import { NextCursor, pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { description } from './project-routes.ts';
import { Deleted, idOf, optionalProject } from './resources.ts';
import { operationsOf } from './route-declaration.ts';
import { IdempotencyHeaders } from './run-routes.ts';

const Step = Type.Object({ type: stepType, title: Type.String() }, { title: 'TestStep' });

export const Test = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    projectId: Type.String({ format: 'uuid' }),
    title: Type.String(),
    description: nullable.text(),
    platform: oneOf(taskPlatforms, { description: '`mobile` runs on either kind of phone' }),
    enabled: Type.Boolean({ description: 'A test that is not enabled runs in no group' }),
    steps: Type.Array(Step),
    device: nullableDevice('What its runs want of a phone'),
    problems: Type.Array(TestProblem, {
      description: 'The sentences that neither the vocabulary nor a configured model understands',
    }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Test' },
);

const CreateTest = Type.Object(
  {
    projectId: optionalProject,
    groupId: Type.Optional(
      nullable.text({
        ...idOf('group'),
        description: 'Puts it at the end of this group; stands for its project where none is named',
      }),
    ),
    title: Type.String({ format: 'display-name', description: 'One to 200 characters' }),
    description,
    platform: Type.Optional(nullable.oneOf(taskPlatforms, { description: '`web` by default' })),
    enabled: Type.Optional(Type.Boolean({ default: true })),
    steps: GivenSteps,
    device: Type.Optional(nullableDevice('What its runs want of a phone; null for any')),
  },
  { title: 'CreateTest' },
);
const UpdateTest = Type.Partial(
  // Without the defaults of a creation: what a change leaves out stays as it is.
  Type.Object({
    ...Type.Omit(CreateTest, ['projectId', 'groupId']).properties,
    platform: oneOf(taskPlatforms),
    enabled: Type.Boolean(),
  }),
  { title: 'UpdateTest' },
);
const RunTest = Type.Object(
  {
    ...phoneMembers({
      mobile: 'Needed for a mobile test',
      device: 'What the run wants of the phone; its members stand before those of the test',
    }),
    ...targetMembers('What a web test tests'),
    webhookUrl: Type.Optional(nullable.text({ format: 'http-url', description: 'Receives the result' })),
  },
  { title: 'RunTest' },
);
const StartedTest = Type.Object(
  {
    status: oneOf(['queued']),
    runId: Type.String({ format: 'uuid' }),
    testId: Type.String({ format: 'uuid' }),
  },
  { title: 'StartedTest' },
);
const TestPath = Type.Object({ id: Type.String(idOf('test')) });
const OneTest = Type.Object({ test: Test });
const operation = operationsOf('Tests', 'project');

export function testRoutes(api: HttpServer, parts: Parts): void {
  const { db } = parts;
  const showOne = async (test: TestRow) => showTest(test, await openTestReader(parts, test.project_id));

  api.post(
    '/tests',
    operation('createTest', {
      errors: ['Conflict'],
      summary: 'Store a test',
      body: CreateTest,
      response: { 201: OneTest },
    }),
    async (request, reply) => {
      const { groupId, title, description = null, enabled = true, device = null } = request.body;
      const platform = request.body.platform ?? 'web';
      const steps = titled(request.body.steps);
      const project =
        groupId == null
          ? await projectOfCall(db, request.principal, request.body.projectId)
          : await projectOfGroup(request.principal, { ...request.body, groupId });
      const settings = { title, description, platform, enabled, steps, device };
      const problems = await problemsBeforeWriting(project, settings);
      const test = await createTest(db, project, settings, groupId ?? null);
      return reply.code(201).send({ test: await showTest(test, problems) });
    },
  );

  api.get(
    '/tests',
    operation('listTests', {
      summary: 'List the tests of a project, newest first',
      querystring: Type.Object({
        ...pageQuery(),
        projectId: Type.Optional(Type.String(idOf('project'))),
        groupId: Type.Optional(
          Type.String({
            ...idOf('group'),
            description: 'Only tests of this group; stands for its project where none is named',
          }),
        ),
      }),
      response: { 200: Type.Object({ tests: Type.Array(Test), nextCursor: NextCursor }) },
    }),
    async ({ query, principal }) => {
      const { projectId: named, groupId } = query;
      const projectId =
        groupId === undefined
          ? await liveProjectOfCall(db, principal, named)
          : await projectOfGroup(principal, { projectId: named, groupId });
      const { rows, nextCursor } = await readPage(query, (page) =>
        listRecords(db, 'tests', { projectId, groupId }, page),
      );
      const problemsOf = await openTestReader(parts, projectId);
      const tests: Array<Static<typeof Test>> = [];
      for (const test of rows) tests.push(await showTest(test, problemsOf));
      return { tests, nextCursor };
    },
  );

  api.get(
    '/tests/:id',
    operation('getTest', { summary: 'Read a test', params: TestPath, response: { 200: Test } }),
    async ({ params: { id }, principal }) => {
      const test = orNotFound(await findRecord(db, 'tests', id, visibleProject(principal)), 'test');
      return showOne(test);
    },
  );

  api.patch(
    '/tests/:id',
    operation('updateTest', {
      summary: 'Change a test',
      description:
        'Members that are left out stay as they are. Runs that exist keep the steps they were made with.',
      params: TestPath,
      body: UpdateTest,
      response: { 200: OneTest },
    }),
    async ({ params: { id }, principal, body }) => {
      const { steps, ...others } = body;
      const changes = { ...others, ...(steps !== undefined && { steps: titled(steps) }) };
      const before = orNotFound(await findRecord(db, 'tests', id, visibleProject(principal)), 'test');
      const problems = await problemsBeforeWriting(before.project_id, {
        platform: changes.platform ?? before.platform,
        steps: changes.steps ?? stepsOf(before),
      });
      const test = orNotFound(await updateTest(db, id, visibleProject(principal), changes), 'test');
      return { test: await showTest(test, problems) };
    },
  );

  api.post(
    '/tests/:id/runs',
    operation('runTest', {
      summary: 'Run one test',
      description:
        'As it is now, outside of its groups, also where it is not enabled. No body is the same as `{}`.',
      params: TestPath,
      headers: IdempotencyHeaders,
      body: RunTest,
      response: { 202: StartedTest },
    }),
    async ({ params: { id }, principal, headers, body }, reply) => {
      const run = await runTest(parts, {
        testId: id,
        projectId: visibleProject(principal),
        ...requestFrom(body),
        idempotencyKey: headers['idempotency-key'] ?? null,
      });
      return reply.code(202).send({ status: 'queued', runId: run.id, testId: id });
    },
  );

  api.delete(
    '/tests/:id',
    operation('deleteTest', {
      summary: 'Delete a test, also from its groups',
      params: TestPath,
      response: { 200: Deleted },
    }),
    async ({ params: { id }, principal }) => {
      if (!(await deleteRecord(db, 'tests', id, visibleProject(principal)))) throw notFound('test');
      return { deleted: true, id };
    },
  );

  /** A call that is refused because too much waits to be read has stored nothing. */
  async function problemsBeforeWriting(projectId: string, test: Readable): Promise<TestReader> {
    const problems = await (await openTestReader(parts, projectId))(test);
    return async () => problems;
  }

  async function projectOfGroup(
    principal: Principal,
    { projectId, groupId }: { projectId?: string | null | undefined; groupId: string },
  ): Promise<string> {
    const visible =
      projectId == null ? visibleProject(principal) : await projectOfCall(db, principal, projectId);
    const group = orNotFound(await findRecord(db, 'groups', groupId, visible), 'group');
    return group.project_id;
  }
}

export async function showTest(test: TestRow, problemsOf: TestReader): Promise<Static<typeof Test>> {
  const steps = stepsOf(test);
  return {
    id: test.id,
    projectId: test.project_id,
    title: test.title,
    description: test.description,
    platform: test.platform,
    enabled: test.enabled,
    steps,
    device: requestOf(test),
    problems: await problemsOf({ platform: test.platform, steps }),
    createdAt: test.created_at.toISOString(),
    updatedAt: test.updated_at.toISOString(),
  };
}

function stepsOf({ steps }: TestRow): Array<Static<typeof Step>> {
  // The column holds only what the schema of these routes let in.
  return steps as Array<Static<typeof Step>>;
}
