import { Type } from 'typebox';
import { notFound } from '../kernel/errors.ts';
import {
  findProject,
  insertProject,
  listProjects,
  markProjectDeleted,
  type Project as ProjectRow,
  updateProject,
} from '../projects/project-store.ts';
import { answers } from './answers.ts';
import { pageOf, showPage } from './pagination.ts';
import type { ApiServer, Parts } from './parts.ts';
import { CreateProject, Deleted, PageQuery, Project, ProjectPath, UpdateProject } from './schemas.ts';

const OneProject = Type.Object({ project: Project });
const tags = ['Projects'];
const config = { access: 'admin' } as const;

export function projectRoutes(api: ApiServer, { db, publicUrl, poke }: Parts): void {
  api.post(
    '/projects',
    {
      config,
      schema: {
        tags,
        operationId: 'createProject',
        summary: 'Create a project',
        body: CreateProject,
        response: answers({ 201: OneProject }, ['ValidationError', 'Forbidden', 'UnsupportedMediaType']),
      },
    },
    async (request, reply) => {
      const { name, webhookUrl = null, targetUrl = null } = request.body;
      const project = await insertProject(db, { name, webhookUrl, targetUrl });
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
        response: answers({ 200: Type.Object({ projects: Type.Array(Project) }) }, [
          'ValidationError',
          'Forbidden',
        ]),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query);
      const projects = await listProjects(db, page);
      const shown = showPage(page, projects, ({ created_at, id }) => ({ createdAt: created_at, id }), {
        request,
        reply,
        publicUrl: publicUrl(),
      });
      return { projects: shown.map(show) };
    },
  );

  api.get(
    '/projects/:projectId',
    {
      config,
      schema: {
        tags,
        operationId: 'getProject',
        summary: 'Read a project',
        params: ProjectPath,
        response: answers({ 200: OneProject }, ['Forbidden', 'NotFound']),
      },
    },
    async (request) => ({ project: show(required(await findProject(db, request.params.projectId))) }),
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
        response: answers({ 200: OneProject }, [
          'ValidationError',
          'Forbidden',
          'NotFound',
          'UnsupportedMediaType',
        ]),
      },
    },
    async (request) => {
      const { name, ...urls } = request.body;
      const changes = { ...urls, ...(name != null && { name }) };
      return { project: show(required(await updateProject(db, request.params.projectId, changes))) };
    },
  );

  api.delete(
    '/projects/:projectId',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteProject',
        summary: 'Delete a project with its apps and keys',
        params: ProjectPath,
        response: answers({ 200: Deleted }, ['Forbidden', 'NotFound']),
      },
    },
    async (request) => {
      if (!(await markProjectDeleted(db, request.params.projectId))) throw notFound('project');
      poke();
      return { deleted: true };
    },
  );
}

function required(project: ProjectRow | null): ProjectRow {
  if (project === null) throw notFound('project');
  return project;
}

function show(project: ProjectRow) {
  return {
    id: project.id,
    name: project.name,
    webhookUrl: project.webhook_url,
    targetUrl: project.target_url,
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
  };
}
