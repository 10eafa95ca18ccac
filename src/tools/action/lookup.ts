import { type GantryClient, type Group, records } from '../../client/index.ts';
import { UsageError } from '../cli/errors.ts';
import { findProject as findByIdOrName, isId, pickByName, projectOfKey } from '../cli/project-of-key.ts';
import { InputError } from './inputs.ts';

/** The id of a project that is given by id or name, or else the one that the key implies. */
export function findProject(client: GantryClient, given: string | undefined): Promise<string> {
  const found = given === undefined ? projectOfKey(client) : findByIdOrName(client, given);
  return found.catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    throw new InputError(
      given === undefined
        ? 'project: must be given, since the key does not say which one is meant'
        : `project: ${error.message}`,
    );
  });
}

export async function findGroup(
  client: GantryClient,
  given: string,
  projectId: string | undefined,
): Promise<string> {
  if (isId(given)) return given;
  const groups: Group[] = [];
  for await (const group of records(client, 'listGroups', { query: { projectId } })) groups.push(group);
  try {
    return pickByName(groups, given, { noun: 'group', nameOf: ({ name }) => name }).id;
  } catch (error) {
    throw error instanceof UsageError ? new InputError(`group: ${error.message}`) : error;
  }
}
