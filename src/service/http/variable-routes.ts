import { Type } from 'typebox';
import { notFound, PublicError } from '../../kernel/errors.ts';
import { findProject } from '../projects/project-store.ts';
import { setVariable, variableFault } from '../projects/variable.ts';
import { deleteVariable, listVariables, type StoredVariable } from '../projects/variable-store.ts';
import type { ApiServer, Parts } from './parts.ts';
import { Deleted, NextCursor, ProjectPath, SetVariable, Variable } from './schemas.ts';

const VariablePath = Type.Object({
  ...ProjectPath.properties,
  name: Type.String({ format: 'variable-name', description: 'Name of the variable' }),
});
const tags = ['Variables'];
const config = { access: 'admin' } as const;

export function variableRoutes(api: ApiServer, { db, sealer }: Parts): void {
  api.put(
    '/projects/:projectId/variables/:name',
    {
      config: { ...config, errors: ['Conflict'] },
      schema: {
        tags,
        operationId: 'setVariable',
        summary: 'Set a variable of a project',
        description:
          'Steps write it as `{{name}}`. A secret one is stored encrypted, never shown again, and covered in results, logs and screenshots. With `hosts` it is filled in only on pages and frames of those hosts; a run that would fill it in elsewhere ends with `SECRET_NOT_FOR_HOST`. At most 200 in a project.',
        params: VariablePath,
        body: SetVariable,
        response: { 200: Type.Object({ variable: Variable }) },
      },
    },
    async (request) => {
      const { projectId, name } = request.params;
      const { value, secret, hosts = null } = request.body;
      const variable = { name, value, isSecret: secret ?? false, hosts };
      const fault = variableFault(variable);
      if (fault !== null) throw new PublicError('ValidationError', fault);
      const stored = await setVariable(db, sealer, projectId, variable);
      if (stored !== null) return { variable: show(stored) };
      if ((await findProject(db, projectId)) === null) throw notFound('project');
      throw new PublicError(
        'Conflict',
        'The project has as many variables as it may have; delete one first.',
      );
    },
  );

  api.get(
    '/projects/:projectId/variables',
    {
      config,
      schema: {
        tags,
        operationId: 'listVariables',
        summary: 'List the variables of a project, by name',
        params: ProjectPath,
        response: { 200: Type.Object({ variables: Type.Array(Variable), nextCursor: NextCursor }) },
      },
    },
    async (request) => {
      const { projectId } = request.params;
      if ((await findProject(db, projectId)) === null) throw notFound('project');
      return { variables: (await listVariables(db, projectId)).map(show), nextCursor: null };
    },
  );

  api.delete(
    '/projects/:projectId/variables/:name',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteVariable',
        summary: 'Delete a variable of a project',
        params: VariablePath,
        response: { 200: Deleted },
      },
    },
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
