import { type GantryClient, type Project, records } from '../../client/index.ts';
import type { CommandCall } from './command.ts';
import { connect, connectionSettings } from './connect.ts';
import type { whoami } from './specs/access.ts';
import { counted } from './terminal/format.ts';
import { fieldLines } from './terminal/table.ts';
import { clean } from './terminal/text.ts';

/** More would hide the rest; `projects list` has them all. */
const mostProjects = 10;

export async function tellCaller(call: CommandCall<typeof whoami>): Promise<undefined> {
  const { printer, signal } = call;
  const { client } = await connect(call);
  const { keyFrom } = await connectionSettings(call);
  const { kind, keyId, keyName, projectId, projectName } = await client.call('getCaller');
  const projects =
    kind === 'admin' ? await allProjects(client) : [{ id: projectId ?? '', name: projectName ?? '' }];
  const version = await versionOf(client, signal);
  const key = { id: keyId, kind, name: keyName, from: keyFrom };
  printer.show({ url: client.url, version, key, projects }, () => {
    const [first, ...others] = projects.slice(0, mostProjects).map(projectText);
    const rest = projects.length - mostProjects;
    return fieldLines([
      ['Service', client.url],
      ['Version', version && clean(version)],
      ['Key', `gk_${keyId}_…  ${kind === 'admin' ? 'admin key' : 'project key'}`],
      ['Key name', keyName && clean(keyName)],
      ['Key from', keyFrom],
      [projects.length === 1 ? 'Project' : 'Projects', first ?? 'none'],
      ...others.map((text): [string, string] => ['', text]),
      ['', rest > 0 ? `and ${counted(rest, 'more project')}` : null],
    ]);
  });
}

function projectText({ id, name }: Pick<Project, 'id' | 'name'>): string {
  return `${id}  ${clean(name)}`;
}

async function allProjects(client: GantryClient): Promise<Array<Pick<Project, 'id' | 'name'>>> {
  const projects: Array<Pick<Project, 'id' | 'name'>> = [];
  for await (const { id, name } of records(client, 'listProjects')) projects.push({ id, name });
  return projects;
}

const versionTimeoutMs = 5_000;

/** Null for a service that does not tell it. */
async function versionOf(client: GantryClient, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await client.fetch(`${client.url}/healthz`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(versionTimeoutMs)]),
    });
    const health: unknown = await response.json();
    const isTold = typeof health === 'object' && health !== null && 'version' in health;
    return isTold && typeof health.version === 'string' ? health.version : null;
  } catch {
    return null;
  }
}
