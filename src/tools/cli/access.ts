import { askHidden } from './ask.ts';
import { type CallOf, defineCommand } from './command.ts';
import { connect, connectionSettings, namingKey, openClient, serviceUrl } from './connect.ts';
import { readCredentials, writeCredentials } from './credentials.ts';
import { UsageError } from './errors.ts';
import { connectionOptions } from './options.ts';
import { accessOf, describeAccess, findProject, projectText } from './project-of-key.ts';
import { readStandardInput } from './read-input.ts';
import { defaultUrl } from './settings.ts';
import { counted } from './terminal/format.ts';
import { fieldLines } from './terminal/table.ts';
import { clean } from './terminal/text.ts';

const { url, retries, json } = connectionOptions;

export const login = defineCommand({
  path: 'login',
  summary: 'store the address and the key of a service for the other commands',
  details:
    'Asks for the key or reads it from standard input, checks it, and stores it in a file that only you can read.',
  args: [],
  options: {
    keyStdin: { kind: 'flag', description: 'read the key from standard input' },
    project: { kind: 'text', placeholder: 'id|name', description: 'also store this project' },
    url,
    retries,
    json,
  },
  examples: [
    'gantry login',
    'printenv MY_KEY | gantry login --url https://gantry.example.com --key-stdin --project Shop',
  ],
  async run(call): Promise<undefined> {
    const { options, io, printer } = call;
    const { environment } = io;
    const url = serviceUrl(options.url ?? environment.url ?? defaultUrl);
    const key = await readKey(call, url);
    const opened = openClient(call, url, key);
    const client = namingKey(opened, { url, key, from: null });
    const access = await accessOf(client);
    const project = options.project ? await findProject(client, options.project) : undefined;
    const stored = await readCredentials(environment.credentialsFile);
    await writeCredentials(environment.credentialsFile, {
      current: url,
      services: { ...stored.services, [url]: { key, project } },
    });
    printer.show({ url, kind: access.kind, project, file: environment.credentialsFile }, () => [
      `${url} is used from now on, with ${describeAccess(access)}.`,
      `The key is kept in ${environment.credentialsFile}.`,
    ]);
    if (environment.apiKey !== undefined) printer.note('GANTRY_API_KEY is set, too, and goes before it.');
  },
});

export const logout = defineCommand({
  path: 'logout',
  summary: 'remove the stored key of a service',
  args: [],
  options: {
    all: { kind: 'flag', description: 'remove the keys of all services' },
    url: { ...url, description: 'address of the service; otherwise that of the last login' },
    json,
  },
  examples: ['gantry logout', 'gantry logout --all'],
  async run(call): Promise<undefined> {
    const { options, io, printer } = call;
    const { credentialsFile } = io.environment;
    const stored = await readCredentials(credentialsFile);
    const url = options.url ? serviceUrl(options.url) : stored.current;
    const forgotten = options.all ? Object.keys(stored.services) : url === null ? [] : [url];
    const known = forgotten.filter((service) => Object.hasOwn(stored.services, service));
    const services = Object.fromEntries(
      Object.entries(stored.services).filter(([service]) => !known.includes(service)),
    );
    const current =
      stored.current !== null && Object.hasOwn(services, stored.current) ? stored.current : null;
    if (known.length > 0) await writeCredentials(credentialsFile, { current, services });
    printer.show({ forgotten: known }, () =>
      known.length === 0
        ? ['There is no key to forget.']
        : known.map((service) => `The key of ${service} is forgotten.`),
    );
  },
});

/** More would hide the rest; `projects list` has them all. */
const mostProjects = 10;

export const whoami = defineCommand({
  path: 'whoami',
  summary: 'show which service and which key the commands use, and the projects that the key may use',
  args: [],
  options: connectionOptions,
  examples: ['gantry whoami', 'gantry whoami --json'],
  async run(call): Promise<undefined> {
    const { printer } = call;
    const { client } = await connect(call);
    const { keyFrom } = await connectionSettings(call);
    const { kind, keyId, keyName, projects, version } = await accessOf(client);
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
  },
});

export const dashboard = defineCommand({
  path: 'dashboard',
  summary: 'print an address that signs a browser in to the dashboard',
  details:
    'The address works once, within 5 minutes. The browser may then do what the key may do, for 7 days or until the key is revoked.',
  args: [],
  options: connectionOptions,
  examples: ['gantry dashboard', 'xdg-open "$(gantry dashboard)"'],
  async run(call): Promise<undefined> {
    const { client } = await connect(call);
    const issued = await client.call('issueSignInCode');
    call.printer.show(issued, () => [issued.url]);
    call.printer.note('Open it in a browser within 5 minutes; it works once.');
  },
});

async function readKey({ options, io, signal }: CallOf<typeof login>, url: string): Promise<string> {
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
