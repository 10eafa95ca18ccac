import { type Static, Type } from 'typebox';
import { nullableDevice, requestOf } from '../devices/requested-device.ts';
import { deleteRecord, findRecord, listRecords } from '../groups/project-records.ts';
import { runTest } from '../groups/run-test.ts';
import { maxSteps, maxStepTitle, stepTypes, testPlatforms } from '../groups/test.ts';
import { openTestReader, TestProblem, type TestReader } from '../groups/test-problems.ts';
import { insertTest, type Test as TestRow, updateTest } from '../groups/test-store.ts';
import { notFound } from '../kernel/errors.ts';
import { nullable, oneOf } from '../kernel/schema.ts';
import { liveProjectOfCall, projectOfCall } from '../projects/project-of-call.ts';
import { answers } from './answers.ts';
import { visibleProject } from './authorize.ts';
import { mobileSelector, selectedApp } from './mobile-selector.ts';
import { pageOf, showPage } from './pagination.ts';
import type { ApiServer, Parts } from './parts.ts';
import { IdempotencyHeaders } from './run-routes.ts';
import { Deleted, idOf, optionalProject, PageQuery } from './schemas.ts';
import { selectedTarget, targetSelector } from './target-selector.ts';

const Step = Type.Object(
  {
    type: oneOf(stepTypes, { description: '`assert` says what must be seen' }),
    title: Type.String({
      minLength: 1,
      maxLength: maxStepTitle,
      format: 'plain-text',
      examples: ['Click "Sign in"'],
    }),
  },
  { title: 'TestStep' },
);

export const Test = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    projectId: Type.String({ format: 'uuid' }),
    title: Type.String(),
    platform: oneOf(testPlatforms, { description: '`mobile` runs on either kind of phone' }),
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

const title = Type.String({ format: 'display-name', description: 'One to 200 characters' });
export const TestSteps = Type.Array(Step, { minItems: 1, maxItems: maxSteps });
const CreateTest = Type.Object(
  {
    projectId: optionalProject,
    title,
    platform: oneOf(testPlatforms),
    enabled: Type.Optional(Type.Boolean({ default: true })),
    steps: TestSteps,
    device: Type.Optional(nullableDevice('What its runs want of a phone; null for any')),
  },
  { title: 'CreateTest' },
);
const UpdateTest = Type.Partial(Type.Omit(CreateTest, ['projectId']), { title: 'UpdateTest' });
const RunTest = Type.Object(
  {
    mobile: mobileSelector('Needed for a mobile test'),
    device: Type.Optional(
      nullableDevice('What the run wants of the phone; its members stand before those of the test'),
    ),
    ...targetSelector('What a web test tests'),
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
const tags = ['Tests'];
const config = { access: 'project' } as const;

export function testRoutes(api: ApiServer, parts: Parts): void {
  const { db, publicUrl } = parts;
  const showOne = async (test: TestRow) => showTest(test, await openTestReader(parts, test.project_id));

  api.post(
    '/tests',
    {
      config,
      schema: {
        tags,
        operationId: 'createTest',
        summary: 'Store a test',
        body: CreateTest,
        response: answers({ 201: OneTest }, ['NotFound']),
      },
    },
    async (request, reply) => {
      const { projectId, title, platform, enabled = true, steps, device = null } = request.body;
      const project = await projectOfCall(db, request.principal, projectId);
      const stored = await insertTest(db, project, { title, platform, enabled, steps, device });
      if (stored === null) throw notFound('project');
      return reply.code(201).send({ test: await showOne(stored) });
    },
  );

  api.get(
    '/tests',
    {
      config,
      schema: {
        tags,
        operationId: 'listTests',
        summary: 'List the tests of a project, newest first',
        querystring: Type.Object({ ...PageQuery, projectId: Type.Optional(Type.String(idOf('project'))) }),
        response: answers({ 200: Type.Object({ tests: Type.Array(Test) }) }, ['NotFound']),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query);
      const project = await liveProjectOfCall(db, request.principal, request.query.projectId);
      const rows = await listRecords(db, 'tests', project, page);
      const shown = showPage(page, rows, ({ created_at, id }) => ({ createdAt: created_at, id }), {
        request,
        reply,
        publicUrl: publicUrl(),
      });
      const problemsOf = await openTestReader(parts, project);
      const tests: Array<Static<typeof Test>> = [];
      for (const test of shown) tests.push(await showTest(test, problemsOf));
      return { tests };
    },
  );

  api.get(
    '/tests/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'getTest',
        summary: 'Read a test',
        params: TestPath,
        response: answers({ 200: OneTest }),
      },
    },
    async ({ params: { id }, principal }) => {
      const test = await findRecord(db, 'tests', id, visibleProject(principal));
      if (test === null) throw notFound('test');
      return { test: await showOne(test) };
    },
  );

  api.patch(
    '/tests/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'updateTest',
        summary: 'Change a test',
        description:
          'Members that are left out stay as they are. Runs that exist keep the steps they were made with.',
        params: TestPath,
        body: UpdateTest,
        response: answers({ 200: OneTest }),
      },
    },
    async ({ params: { id }, principal, body }) => {
      const test = await updateTest(db, id, visibleProject(principal), body);
      if (test === null) throw notFound('test');
      return { test: await showOne(test) };
    },
  );

  api.post(
    '/tests/:id/runs',
    {
      config,
      schema: {
        tags,
        operationId: 'runTest',
        summary: 'Run one test',
        description:
          'As it is now, outside of its groups, also where it is not enabled. No body is the same as `{}`.',
        params: TestPath,
        headers: IdempotencyHeaders,
        body: RunTest,
        response: answers({ 202: StartedTest }, ['NotFound', 'Conflict']),
      },
    },
    async ({ params: { id }, principal, headers, body }, reply) => {
      const run = await runTest(parts, {
        testId: id,
        projectId: visibleProject(principal),
        app: selectedApp(body.mobile),
        device: body.device ?? null,
        ...selectedTarget(body),
        webhookUrl: body.webhookUrl ?? null,
        idempotencyKey: headers['idempotency-key'] ?? null,
      });
      return reply.code(202).send({ status: 'queued', runId: run.id, testId: id });
    },
  );

  api.delete(
    '/tests/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteTest',
        summary: 'Delete a test, also from its groups',
        params: TestPath,
        response: answers({ 200: Deleted }),
      },
    },
    async ({ params: { id }, principal }) => {
      if (!(await deleteRecord(db, 'tests', id, visibleProject(principal)))) throw notFound('test');
      return { deleted: true };
    },
  );
}

export async function showTest(test: TestRow, problemsOf: TestReader): Promise<Static<typeof Test>> {
  // The column holds only what the schema of these routes let in.
  const steps = test.steps as Static<typeof TestSteps>;
  return {
    id: test.id,
    projectId: test.project_id,
    title: test.title,
    platform: test.platform,
    enabled: test.enabled,
    steps,
    device: requestOf(test),
    problems: await problemsOf({ platform: test.platform, steps }),
    createdAt: test.created_at.toISOString(),
    updatedAt: test.updated_at.toISOString(),
  };
}
