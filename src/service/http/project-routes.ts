import { Type } from 'typebox';
import { orNotFound, PublicError } from '../../kernel/errors.ts';
import { nullable } from '../../kernel/schema.ts';
import { Project, ProjectSettings, toProjectRecord, toProjectSettings } from '../projects/project-record.ts';
import {
  insertProject,
  listProjects,
  markProjectDeleted,
  requireProject,
} from '../projects/project-store.ts';
import { currentSecret, rotateSecret } from '../projects/signing-secret.ts';
import { updateAndAdmit } from '../runs/admit-runs.ts';
import { NextCursor, pageQuery, readPage } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { Deleted, ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';
import { validationError } from './validation.ts';

const projectName = { format: 'display-name', description: 'One to 200 characters', examples: ['Shop'] };
export const hostList = (description: string, { minItems = 0 } = {}) =>
  Type.Optional(
    nullable.texts(
      { ...(minItems > 0 && { minItems }), maxItems: 100, description },
      { format: 'host-pattern' },
    ),
  );

/** What a person writes about a project or a test. */
export const description = Type.Optional(
  nullable.text({ format: 'plain-text', maxLength: 5_000, description: 'Null removes it' }),
);
const httpUrl = (description: string) => Type.Optional(nullable.text({ format: 'http-url', description }));
/** What a creation and a change take alike. */
const settings = {
  url: httpUrl('Another name of `targetUrl`'),
  description,
  concurrency: Type.Optional(
    nullable.integer({
      minimum: 1,
      maximum: 1_000,
      description: 'How many runs of the project are executed at once; 5 by default',
    }),
  ),
  allowedHosts: hostList(
    'Where the browser of a run may go, such as shop.example.com, *.example.com or localhost:3000; null: the host that it goes to first, and those that this redirects to',
  ),
  allowedReceivers: hostList(
    'Where a group webhook may have results sent, beside the origin of the webhookUrl of the project, written like allowedHosts; calls with an API key may name any receiver',
  ),
};

const CreateProject = Type.Object(
  {
    name: Type.String(projectName),
    webhookUrl: httpUrl('Receives the results of all runs that name no other address'),
    targetUrl: httpUrl('What web runs test when they name no other address'),
    ...settings,
  },
  { title: 'CreateProject' },
);

const UpdateProject = Type.Object(
  {
    name: Type.Optional(nullable.text(projectName)),
    webhookUrl: httpUrl('Null removes it'),
    targetUrl: httpUrl('Null removes it'),
    ...settings,
  },
  { title: 'UpdateProject' },
);
const OneProject = Type.Object({ project: Project });
const OneProjectWithSecret = Type.Object({ project: ProjectSettings });
const operation = operationsOf('Projects', 'admin');

export function projectRoutes(api: HttpServer, parts: Parts): void {
  const { db, sealer, requestSweep } = parts;
  api.post(
    '/projects',
    operation('createProject', {
      summary: 'Create a project',
      body: CreateProject,
      response: { 201: OneProject },
    }),
    async (request, reply) => {
      const { name, webhookUrl = null, description = null, concurrency } = request.body;
      const { allowedHosts = null, allowedReceivers = null } = request.body;
      const project = await insertProject(db, {
        name,
        webhookUrl,
        targetUrl: targetOf(request.body) ?? null,
        description,
        allowedHosts,
        allowedReceivers,
        ...(concurrency != null && { concurrency }),
      });
      return reply.code(201).send({ project: toProjectRecord(project) });
    },
  );

  api.get(
    '/projects',
    operation('listProjects', {
      summary: 'List projects, newest first',
      querystring: Type.Object(pageQuery()),
      response: { 200: Type.Object({ projects: Type.Array(Project), nextCursor: NextCursor }) },
    }),
    async ({ query }) => {
      const { rows, nextCursor } = await readPage(query, (page) => listProjects(db, page));
      return { projects: rows.map(toProjectRecord), nextCursor };
    },
  );

  api.get(
    '/projects/:projectId',
    operation('getProject', {
      summary: 'Read a project with its webhook secret',
      description: 'Only this call and the rotation show the secret.',
      params: ProjectPath,
      response: { 200: ProjectSettings },
    }),
    async (request) => {
      const project = await requireProject(db, request.params.projectId);
      const secret = orNotFound(await currentSecret(db, sealer, project.id), 'project');
      return toProjectSettings(project, secret);
    },
  );

  api.post(
    '/projects/:projectId/webhook-secret/rotate',
    operation('rotateWebhookSecret', {
      summary: 'Give a project a new webhook secret',
      description:
        'The new secret signs at once. Each former one signs beside it for 24 hours from its replacement, so that receivers can change over; at most five sign at a time, and the oldest goes first.',
      params: ProjectPath,
      response: { 200: OneProjectWithSecret },
    }),
    async (request) => {
      const { projectId } = request.params;
      const secret = orNotFound(await rotateSecret(db, sealer, projectId), 'project');
      return { project: toProjectSettings(await requireProject(db, projectId), secret) };
    },
  );

  api.patch(
    '/projects/:projectId',
    operation('updateProject', {
      summary: 'Change a project',
      description: 'Members that are left out stay as they are.',
      params: ProjectPath,
      body: UpdateProject,
      response: { 200: OneProject },
    }),
    async (request) => {
      const { name, concurrency, url: _url, ...nullables } = request.body;
      const changes = {
        ...nullables,
        targetUrl: targetOf(request.body),
        ...(name != null && { name }),
        ...(concurrency != null && { concurrency }),
      };
      const project = orNotFound(await updateAndAdmit(parts, request.params.projectId, changes), 'project');
      return { project: toProjectRecord(project) };
    },
  );

  api.delete(
    '/projects/:projectId',
    operation('deleteProject', {
      errors: ['Conflict'],
      summary: 'Delete a project with its apps, runs and keys',
      params: ProjectPath,
      response: { 200: Deleted },
    }),
    async (request) => {
      const { projectId } = request.params;
      if (!(await markProjectDeleted(db, projectId))) {
        await requireProject(db, projectId);
        throw new PublicError('Conflict', 'The project has runs that have not ended; cancel them first.');
      }
      requestSweep();
      return { deleted: true, id: projectId };
    },
  );
}

/** By either of its names; undefined where the call has neither, null where it removes it. */
function targetOf({ targetUrl, url }: { targetUrl?: string | null; url?: string | null }) {
  if (targetUrl != null && url != null && targetUrl !== url) {
    throw validationError([{ path: 'url', message: 'is another name of targetUrl; give only one of them' }]);
  }
  return targetUrl ?? url ?? (targetUrl === undefined ? url : targetUrl);
}
