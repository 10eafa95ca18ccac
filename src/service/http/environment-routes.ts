import { Type } from 'typebox';
import { notFound, orNotFound } from '../../kernel/errors.ts';
import { nullable } from '../../kernel/schema.ts';
import {
  deleteEnvironment,
  type Environment as EnvironmentRow,
  findEnvironment,
  listEnvironments,
} from '../projects/environment-store.ts';
import { requireProject } from '../projects/project-store.ts';
import { changeEnvironment, createEnvironment } from '../projects/save-environment.ts';
import { NextCursor } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { Deleted, idOf, ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const Environment = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    url: Type.String({ description: 'What web runs test on it' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Environment' },
);
const name = {
  format: 'display-name',
  description: 'One to 200 characters; unique in the project, in any case',
  examples: ['Staging'],
};
const url = {
  format: 'http-url',
  description: 'What web runs test on it',
  examples: ['https://staging.example.com'],
};
const CreateEnvironment = Type.Object(
  { name: Type.String(name), url: Type.String(url) },
  { title: 'CreateEnvironment' },
);
const UpdateEnvironment = Type.Object(
  { name: Type.Optional(nullable.text(name)), url: Type.Optional(nullable.text(url)) },
  { title: 'UpdateEnvironment' },
);
const EnvironmentPath = Type.Object({
  ...ProjectPath.properties,
  environmentId: Type.String(idOf('environment')),
});
const OneEnvironment = Type.Object({ environment: Environment });
const reading = operationsOf('Environments', 'project');
/** An environment is a place that the webhooks of groups may lead to. */
const managing = operationsOf('Environments', 'admin');

export function environmentRoutes(api: HttpServer, { db }: Parts): void {
  api.post(
    '/projects/:projectId/environments',
    managing('createEnvironment', {
      errors: ['Conflict'],
      summary: 'Add an environment to a project',
      description:
        'Runs and groups are started on it by its name or id. A group webhook may name addresses on its host. At most 50 in a project.',
      params: ProjectPath,
      body: CreateEnvironment,
      response: { 201: OneEnvironment },
    }),
    async ({ params: { projectId }, body }, reply) =>
      reply.code(201).send({ environment: show(await createEnvironment(db, projectId, body)) }),
  );

  api.get(
    '/projects/:projectId/environments',
    reading('listEnvironments', {
      summary: 'List the environments of a project, by name',
      params: ProjectPath,
      response: {
        200: Type.Object({ environments: Type.Array(Environment), nextCursor: NextCursor }),
      },
    }),
    async ({ params: { projectId } }) => {
      await requireProject(db, projectId);
      return { environments: (await listEnvironments(db, projectId)).map(show), nextCursor: null };
    },
  );

  api.get(
    '/projects/:projectId/environments/:environmentId',
    reading('getEnvironment', {
      summary: 'Read an environment of a project',
      params: EnvironmentPath,
      response: { 200: Environment },
    }),
    async ({ params: { projectId, environmentId } }) => {
      const environment = orNotFound(
        await findEnvironment(db, projectId, { id: environmentId }),
        'environment',
      );
      return show(environment);
    },
  );

  api.patch(
    '/projects/:projectId/environments/:environmentId',
    managing('updateEnvironment', {
      errors: ['Conflict'],
      summary: 'Change an environment of a project',
      description:
        'Members that are left out stay as they are. Runs that were started on it keep the address that it had then.',
      params: EnvironmentPath,
      body: UpdateEnvironment,
      response: { 200: OneEnvironment },
    }),
    async ({ params: { projectId, environmentId: id }, body }) => {
      const changes = {
        ...(body.name != null && { name: body.name }),
        ...(body.url != null && { url: body.url }),
      };
      return { environment: show(await changeEnvironment(db, { projectId, id }, changes)) };
    },
  );

  api.delete(
    '/projects/:projectId/environments/:environmentId',
    managing('deleteEnvironment', {
      summary: 'Delete an environment of a project',
      description: 'Runs that were started on it stay, and continue.',
      params: EnvironmentPath,
      response: { 200: Deleted },
    }),
    async ({ params: { projectId, environmentId } }) => {
      if (!(await deleteEnvironment(db, projectId, environmentId))) throw notFound('environment');
      return { deleted: true, id: environmentId };
    },
  );
}

function show({ id, name, url, created_at, updated_at }: EnvironmentRow) {
  return { id, name, url, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
}
