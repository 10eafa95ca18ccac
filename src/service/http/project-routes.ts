import { Type } from 'typebox';
import { notFound, PublicError } from '../../kernel/errors.ts';
import {
  findProject,
  insertProject,
  listProjects,
  markProjectDeleted,
  type Project as ProjectRow,
} from '../projects/project-store.ts';
import { currentSecret, rotateSecret, type SigningSecret } from '../projects/signing-secret.ts';
import { updateAndAdmit } from '../runs/update-and-admit.ts';
import { pageOf, showPage } from './pagination.ts';
import type { ApiServer, Parts } from './parts.ts';
import {
  CreateProject,
  Deleted,
  NextCursor,
  PageQuery,
  Project,
  ProjectPath,
  ProjectSettings,
  UpdateProject,
} from './schemas.ts';
import { validationError } from './validation.ts';

const OneProject = Type.Object({ project: Project });
const OneProjectWithSecret = Type.Object({ project: ProjectSettings });
const tags = ['Projects'];
const config = { access: 'admin' } as const;

export function projectRoutes(api: ApiServer, parts: Parts): void {
  const { db, sealer, publicUrl, requestSweep } = parts;
  api.post(
    '/projects',
    {
      config,
      schema: {
        tags,
        operationId: 'createProject',
        summary: 'Create a project',
        body: CreateProject,
        response: { 201: OneProject },
      },
    },
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
      return reply.code(201).send({ project: show(project) });
    },
  );

  api.get(
    '/projects',
    {
      config,
      schema: {
        tags,
        operationId: 'listProjects',
        summary: 'List projects, newest first',
        querystring: Type.Object(PageQuery),
        response: { 200: Type.Object({ projects: Type.Array(Project), nextCursor: NextCursor }) },
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query);
      const projects = await listProjects(db, page);
      const { shown, nextCursor } = showPage(
        page,
        projects,
        ({ created_at, id }) => ({ createdAt: created_at, id }),
        {
          request,
          reply,
          publicUrl: publicUrl(),
        },
      );
      return { projects: shown.map(show), nextCursor };
    },
  );

  api.get(
    '/projects/:projectId',
    {
      config,
      schema: {
        tags,
        operationId: 'getProject',
        summary: 'Read a project with its webhook secret',
        description: 'Only this call and the rotation show the secret.',
        params: ProjectPath,
        response: { 200: ProjectSettings },
      },
    },
    async (request) => {
      const project = required(await findProject(db, request.params.projectId));
      const secret = required(await currentSecret(db, sealer, project.id));
      return showWithSecret(project, secret);
    },
  );

  api.post(
    '/projects/:projectId/webhook-secret/rotate',
    {
      config,
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Give a project a new webhook secret',
        description:
          'The new secret signs at once. Each former one signs beside it for 24 hours from its replacement, so that receivers can change over; at most five sign at a time, and the oldest goes first.',
        params: ProjectPath,
        response: { 200: OneProjectWithSecret },
      },
    },
    async (request) => {
      const { projectId } = request.params;
      const secret = required(await rotateSecret(db, sealer, projectId));
      return { project: showWithSecret(required(await findProject(db, projectId)), secret) };
    },
  );

  api.patch(
    '/projects/:projectId',
    {
      config,
      schema: {
        tags,
        operationId: 'updateProject',
        summary: 'Change a project',
        description: 'Members that are left out stay as they are.',
        params: ProjectPath,
        body: UpdateProject,
        response: { 200: OneProject },
      },
    },
    async (request) => {
      const { name, concurrency, url: _url, ...nullables } = request.body;
      const changes = {
        ...nullables,
        targetUrl: targetOf(request.body),
        ...(name != null && { name }),
        ...(concurrency != null && { concurrency }),
      };
      return { project: show(required(await updateAndAdmit(parts, request.params.projectId, changes))) };
    },
  );

  api.delete(
    '/projects/:projectId',
    {
      config: { ...config, errors: ['Conflict'] },
      schema: {
        tags,
        operationId: 'deleteProject',
        summary: 'Delete a project with its apps, runs and keys',
        params: ProjectPath,
        response: { 200: Deleted },
      },
    },
    async (request) => {
      const { projectId } = request.params;
      if (!(await markProjectDeleted(db, projectId))) {
        required(await findProject(db, projectId));
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

function required<Found>(found: Found | null): Found {
  if (found === null) throw notFound('project');
  return found;
}

function showWithSecret(project: ProjectRow, { secret, previousValidUntil }: SigningSecret) {
  return {
    ...show(project),
    webhookSecret: secret,
    previousWebhookSecretsValidUntil: previousValidUntil?.toISOString() ?? null,
  };
}

function show(project: ProjectRow) {
  return {
    id: project.id,
    name: project.name,
    webhookUrl: project.webhook_url,
    targetUrl: project.target_url,
    url: project.target_url,
    description: project.description,
    concurrency: project.concurrency,
    allowedHosts: project.allowed_hosts,
    allowedReceivers: project.allowed_receivers,
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
  };
}
