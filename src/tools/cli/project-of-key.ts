import { type Caller, type GantryClient, type Project, records } from '../../client/index.ts';
import { UsageError } from './errors.ts';
import { counted } from './terminal/format.ts';
import { clean } from './terminal/text.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Who calls, and the projects that the key may use. */
interface Access extends Pick<Caller, 'kind' | 'keyId' | 'keyName'> {
  projects: Array<Pick<Project, 'id' | 'name'>>;
  /** Of the service; null where its answer has none. */
  version: string | null;
}

export async function accessOf(client: GantryClient): Promise<Access> {
  const { answer, headers } = await client.request('getCaller');
  const { kind, keyId, keyName, projectId, projectName } = answer;
  const projects: Access['projects'] = [];
  if (projectId !== null) projects.push({ id: projectId, name: projectName ?? '' });
  else for await (const { id, name } of records(client, 'listProjects')) projects.push({ id, name });
  return { kind, keyId, keyName, projects, version: headers.get('gantry-version') };
}

export function describeAccess({ kind, projects }: Access): string {
  return kind === 'admin'
    ? `an admin key for ${counted(projects.length, 'project')}`
    : 'a key of one project';
}

/** The id of a project that is named by its id or its name. */
export async function findProject(client: GantryClient, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName.toLowerCase();
  const { projects } = await accessOf(client);
  return pickByName(projects, idOrName, { noun: 'project', nameOf: ({ name }) => name }).id;
}

/** The project that a key implies: that of a project key, or the only one that there is. */
export async function projectOfKey(client: GantryClient): Promise<string> {
  const { projects } = await accessOf(client);
  const [first, ...others] = projects;
  if (first !== undefined && others.length === 0) return first.id;
  if (first === undefined)
    throw new UsageError('There is no project yet: see "gantry projects create --help".');
  const names = projects.slice(0, 10).map(projectText);
  throw new UsageError(
    `There are several projects. Name one with --project or GANTRY_PROJECT:\n  ${names.join('\n  ')}`,
  );
}

export function projectText({ id, name }: Pick<Project, 'id' | 'name'>): string {
  return `${id}  ${clean(name)}`;
}

/** The one that has this name; letter case counts only where several differ in nothing else. */
export function pickByName<Item extends { id: string }>(
  items: readonly Item[],
  name: string,
  { noun, nameOf }: { noun: string; nameOf(item: Item): string },
): Item {
  const exact = items.filter((item) => nameOf(item) === name);
  const similar = items.filter((item) => nameOf(item).toLowerCase() === name.toLowerCase());
  const matches = exact.length > 0 ? exact : similar;
  const [match, ...others] = matches;
  if (match !== undefined && others.length === 0) return match;
  if (match === undefined) throw new UsageError(`There is no ${noun} "${clean(name)}".`);
  throw new UsageError(
    `${matches.length} ${noun}s are called "${clean(name)}". Name one by its id:\n${matches.map(({ id }) => `  ${id}`).join('\n')}`,
  );
}
