import { notFound, PublicError } from '../../kernel/errors.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import {
  type Environment,
  type EnvironmentSettings,
  findEnvironment,
  insertEnvironment,
  listEnvironments,
  lockEnvironment,
  updateEnvironment,
} from './environment-store.ts';
import { lockProject, requireProject } from './project-store.ts';

const maxEnvironments = 50;

export async function createEnvironment(
  db: Database,
  projectId: string,
  settings: EnvironmentSettings,
): Promise<Environment> {
  return db.transaction().execute(async (trx) => {
    await lockLiveProject(trx, projectId);
    await refuseTakenName(trx, projectId, settings.name);
    if ((await listEnvironments(trx, projectId)).length >= maxEnvironments)
      throw new PublicError(
        'Conflict',
        `The project has ${maxEnvironments} environments, as many as it may have; delete one first.`,
      );
    return insertEnvironment(trx, projectId, settings);
  });
}

export async function changeEnvironment(
  db: Database,
  { projectId, id }: { projectId: string; id: string },
  changes: Partial<EnvironmentSettings>,
): Promise<Environment> {
  return db.transaction().execute(async (trx) => {
    await lockLiveProject(trx, projectId);
    if (!(await lockEnvironment(trx, projectId, id))) throw notFound('environment');
    if (changes.name !== undefined) await refuseTakenName(trx, projectId, changes.name, id);
    return updateEnvironment(trx, id, changes);
  });
}

/** One after the other: names and number are those that the next one sees. */
async function lockLiveProject(trx: DatabaseTransaction, projectId: string): Promise<void> {
  await lockProject(trx, projectId);
  await requireProject(trx, projectId);
}

async function refuseTakenName(
  trx: DatabaseTransaction,
  projectId: string,
  name: string,
  ownId?: string,
): Promise<void> {
  const taken = await findEnvironment(trx, projectId, { name });
  if (taken !== null && taken.id !== ownId)
    throw new PublicError(
      'Conflict',
      `name: the project has an environment "${taken.name}" already; choose another name, or change that one.`,
    );
}
