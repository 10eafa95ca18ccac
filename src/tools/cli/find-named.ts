import { type Group, records, type Test } from '../../client/index.ts';
import type { Connection } from './connect.ts';
import { isId, pickByName } from './project-of-key.ts';

/** The id of a group that is named by its id or its name. */
export async function findGroup(connection: Connection, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName.toLowerCase();
  const groups = await allGroups(connection);
  return pickByName(groups, idOrName, { noun: 'group', nameOf: ({ name }) => name }).id;
}

/** The ids of tests that are named by their ids or titles, in the same order. */
export async function findTests(connection: Connection, idsOrTitles: readonly string[]): Promise<string[]> {
  if (idsOrTitles.every(isId)) return idsOrTitles.map((id) => id.toLowerCase());
  const tests = await allTests(connection);
  return idsOrTitles.map((named) =>
    isId(named)
      ? named.toLowerCase()
      : pickByName(tests, named, { noun: 'test', nameOf: ({ title }) => title }).id,
  );
}

/** Where an environment is that is named by its id or its name. */
export async function findEnvironment(
  { client, projectId }: Connection,
  idOrName: string,
): Promise<{ projectId: string; environmentId: string }> {
  const path = { projectId: await projectId() };
  if (isId(idOrName)) return { ...path, environmentId: idOrName.toLowerCase() };
  const { environments } = await client.call('listEnvironments', { path });
  const { id } = pickByName(environments, idOrName, { noun: 'environment', nameOf: ({ name }) => name });
  return { ...path, environmentId: id };
}

export async function allGroups({ client, namedProjectId }: Connection): Promise<Group[]> {
  const query = { projectId: await namedProjectId() };
  const groups: Group[] = [];
  for await (const group of records(client, 'listGroups', { query })) groups.push(group);
  return groups;
}

export async function allTests({ client, namedProjectId }: Connection): Promise<Test[]> {
  const query = { projectId: await namedProjectId() };
  const tests: Test[] = [];
  for await (const test of records(client, 'listTests', { query })) tests.push(test);
  return tests;
}
