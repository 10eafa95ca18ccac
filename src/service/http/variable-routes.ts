import { Type } from 'typebox';
import { notFound, PublicError } from '../../kernel/errors.ts';
import { nullable } from '../../kernel/schema.ts';
import { requireProject } from '../projects/project-store.ts';
import { setVariable, variableFault } from '../projects/variable.ts';
import { deleteVariable, listVariables, type StoredVariable } from '../projects/variable-store.ts';
import { NextCursor } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { hostList } from './project-routes.ts';
import { Deleted, ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const Variable = Type.Object(
  {
    name: Type.String(),
    value: nullable.text({ description: 'Null for a secret one' }),
    secret: Type.Boolean(),
    hosts: nullable.texts({
      description: 'The pages that a secret is filled in on; null: those that the run may go to',
    }),
    updatedAt: Type.String({ format: 'date-time', description: 'Time of the last change' }),
  },
  { title: 'Variable' },
);

const SetVariable = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 4_096, format: 'plain-text' }),
    secret: Type.Optional(nullable.boolean({ description: 'False by default' })),
    hosts: hostList(
      'Of a secret: the only pages and frames that it is filled in on, written like allowedHosts; left out: those of the hosts that the run may go to',
      { minItems: 1 },
    ),
  },
  { title: 'SetVariable' },
);
const VariablePath = Type.Object({
  ...ProjectPath.properties,
  name: Type.String({ format: 'variable-name', description: 'Name of the variable' }),
});
const operation = operationsOf('Variables', 'admin');

export function variableRoutes(api: HttpServer, { db, sealer }: Parts): void {
  api.put(
    '/projects/:projectId/variables/:name',
    operation('setVariable', {
      errors: ['Conflict'],
      summary: 'Set a variable of a project',
      description:
        'Steps write it as `{{name}}`. A secret one is stored encrypted, never shown again, and covered in results, logs and screenshots. With `hosts` it is filled in only on pages and frames of those hosts; a run that would fill it in elsewhere ends with `SECRET_NOT_FOR_HOST`. At most 200 in a project.',
      params: VariablePath,
      body: SetVariable,
      response: { 200: Type.Object({ variable: Variable }) },
    }),
    async (request) => {
      const { projectId, name } = request.params;
      const { value, secret, hosts = null } = request.body;
      const variable = { name, value, isSecret: secret ?? false, hosts };
      const fault = variableFault(variable);
      if (fault !== null) throw new PublicError('ValidationError', fault);
      const stored = await setVariable(db, sealer, projectId, variable);
      if (stored !== null) return { variable: show(stored) };
      await requireProject(db, projectId);
      throw new PublicError(
        'Conflict',
        'The project has as many variables as it may have; delete one first.',
      );
    },
  );

  api.get(
    '/projects/:projectId/variables',
    operation('listVariables', {
      summary: 'List the variables of a project, by name',
      params: ProjectPath,
      response: { 200: Type.Object({ variables: Type.Array(Variable), nextCursor: NextCursor }) },
    }),
    async (request) => {
      const { projectId } = request.params;
      await requireProject(db, projectId);
      return { variables: (await listVariables(db, projectId)).map(show), nextCursor: null };
    },
  );

  api.delete(
    '/projects/:projectId/variables/:name',
    operation('deleteVariable', {
      summary: 'Delete a variable of a project',
      params: VariablePath,
      response: { 200: Deleted },
    }),
    async (request) => {
      const { projectId, name } = request.params;
      if (!(await deleteVariable(db, projectId, name))) throw notFound('variable');
      return { deleted: true, id: name };
    },
  );
}

function show({ name, value, sealed, hosts, updated_at }: StoredVariable) {
  return { name, value, secret: sealed !== null, hosts, updatedAt: updated_at.toISOString() };
}
