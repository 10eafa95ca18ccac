import { type GantryClient, GantryError, type Project, records } from '../../client/index.ts';
import { UsageError } from './errors.ts';
import { clean } from './terminal/text.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return uuid.test(text);
}

/** The id of a project that is named by its id or its name. */
export async function findProject(client: GantryClient, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName.toLowerCase();
  const projects = await allProjects(client);
  if (projects === null) {
    throw new UsageError(
      'This key is that of one project and can look up no names: give the id, or leave it out.',
    );
  }
  return pickByName(projects, idOrName, { noun: 'project', nameOf: ({ name }) => name }).id;
}

/** The project that a key implies: that of a project key, or the only one that there is. */
export async function projectOfKey(client: GantryClient): Promise<string> {
  const projects = await allProjects(client);
  if (projects === null) return openingOfEvents(client);
  const [first, ...others] = projects;
  if (first !== undefined && others.length === 0) return first.id;
  if (first === undefined)
    throw new UsageError('There is no project yet: see "gantry projects create --help".');
  const names = projects.slice(0, 10).map(({ id, name }) => `  ${id}  ${clean(name)}`);
  throw new UsageError(
    `There are several projects. Name one with --project or GANTRY_PROJECT:\n${names.join('\n')}`,
  );
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

/** Null for a project key, which may not list them. */
async function allProjects(client: GantryClient): Promise<Project[] | null> {
  try {
    const projects: Project[] = [];
    for await (const project of records(client, 'listProjects')) projects.push(project);
    return projects;
  } catch (error) {
    if (error instanceof GantryError && error.status === 403) return null;
    throw error;
  }
}

/** The stream of events opens with the project of the key; no other call tells a project key its project. */
async function openingOfEvents(client: GantryClient): Promise<string> {
  const stream = await client.call('followEvents');
  const reader = stream.getReader();
  try {
    const { value } = await reader.read();
    const opening = new TextDecoder().decode(value);
    const id = /^: events of project (\S+)$/m.exec(opening)?.[1];
    if (id !== undefined && isId(id)) return id;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  throw new UsageError('Name the project of this key with --project or GANTRY_PROJECT.');
}
