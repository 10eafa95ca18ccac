import { type GantryClient, GantryError, records } from '../../client/index.ts';
import { askHidden } from './ask.ts';
import type { CommandCall } from './command.ts';
import { openClient, serviceUrl } from './connect.ts';
import { readCredentials, writeCredentials } from './credentials.ts';
import { UsageError } from './errors.ts';
import { findProject } from './project-of-key.ts';
import { readStandardInput } from './read-input.ts';
import { namingKey } from './refused-key.ts';
import { defaultUrl } from './settings.ts';
import type { login, logout } from './specs/access.ts';
import { counted } from './terminal/format.ts';

export async function keepKey(call: CommandCall<typeof login>): Promise<undefined> {
  const { options, io, printer } = call;
  const { environment } = io;
  const url = serviceUrl(options.url ?? environment.url ?? defaultUrl);
  const key = await readKey(call, url);
  const opened = openClient({ ...call, options: { ...options, key: undefined } }, url, key);
  const client = namingKey(opened, { url, key, from: null });
  const access = await accessOf(client);
  const project = options.project ? await findProject(client, options.project) : undefined;
  const stored = await readCredentials(environment.credentialsFile);
  await writeCredentials(environment.credentialsFile, {
    current: url,
    services: { ...stored.services, [url]: { key, project } },
  });
  printer.show({ url, kind: access.kind, project, file: environment.credentialsFile }, () => [
    `${url} is used from now on, with ${access.text}.`,
    `The key is kept in ${environment.credentialsFile}.`,
  ]);
  if (environment.apiKey !== undefined) printer.note('GANTRY_API_KEY is set, too, and goes before it.');
}

export async function forgetKey(call: CommandCall<typeof logout>): Promise<undefined> {
  const { options, io, printer } = call;
  const { credentialsFile } = io.environment;
  const stored = await readCredentials(credentialsFile);
  const url = options.url ? serviceUrl(options.url) : stored.current;
  const forgotten = options.all ? Object.keys(stored.services) : url === null ? [] : [url];
  const known = forgotten.filter((service) => Object.hasOwn(stored.services, service));
  const services = Object.fromEntries(
    Object.entries(stored.services).filter(([service]) => !known.includes(service)),
  );
  const current = stored.current !== null && Object.hasOwn(services, stored.current) ? stored.current : null;
  if (known.length > 0) await writeCredentials(credentialsFile, { current, services });
  printer.show({ forgotten: known }, () =>
    known.length === 0
      ? ['There is no key to forget.']
      : known.map((service) => `The key of ${service} is forgotten.`),
  );
}

async function readKey({ options, io, signal }: CommandCall<typeof login>, url: string): Promise<string> {
  if (!options.keyStdin && !io.stdin.isTTY) {
    throw new UsageError('There is no terminal to ask on: give the key by --key-stdin.');
  }
  const typed = options.keyStdin
    ? await readStandardInput(io, { what: 'The key', maxBytes: 4_096 })
    : await askHidden(io, `API key of ${url}: `, signal);
  const key = typed.trim();
  if (key === '') throw new UsageError('No key was given.');
  return key;
}

/** One call tells both kinds of keys from wrong ones. */
export async function accessOf(client: GantryClient): Promise<{ kind: 'admin' | 'project'; text: string }> {
  try {
    let projects = 0;
    for await (const _project of records(client, 'listProjects')) projects += 1;
    return { kind: 'admin', text: `an admin key for ${counted(projects, 'project')}` };
  } catch (error) {
    if (!(error instanceof GantryError) || error.status !== 403) throw error;
    return { kind: 'project', text: 'a key of one project' };
  }
}
