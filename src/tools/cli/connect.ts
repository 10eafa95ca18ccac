import {
  type CallArguments,
  createClient,
  durationText,
  type GantryClient,
  GantryError,
  type Retry,
  tellingWarnings,
} from '../../client/index.ts';
import { readCredentials } from './credentials.ts';
import { UsageError } from './errors.ts';
import type { Io } from './io.ts';
import { noteOtherVersion } from './other-version.ts';
import type { Printer } from './printer.ts';
import { findProject, projectOfKey } from './project-of-key.ts';
import { defaultUrl } from './settings.ts';

/** The part of a call that says which service is meant. */
export interface Connecting {
  readonly options: {
    readonly url: string | undefined;
    readonly key: string | undefined;
    readonly retries: number;
    readonly project?: string | undefined;
  };
  readonly io: Io;
  readonly printer: Printer;
  readonly signal: AbortSignal;
}

export interface Connection {
  /** Every call of it ends with Ctrl-C. */
  client: GantryClient;
  /** The id of the project that was named, or of the only one. */
  projectId(): Promise<string>;
  /** Undefined where none was named: the service then takes the only one. */
  namedProjectId(): Promise<string | undefined>;
}

/** Flags first, then the environment, then what `gantry login` has kept, then the default. */
export async function connect(call: Connecting): Promise<Connection> {
  const { url, key, keyFrom, project } = await connectionSettings(call);
  if (key === undefined) {
    throw new UsageError('This needs an API key. Set GANTRY_API_KEY, or run "gantry login".');
  }
  return connectionOf(namingKey(openClient(call, url, key), { url, key, from: keyFrom }), project);
}

export function connectionOf(client: GantryClient, project: string | undefined): Connection {
  const namedProjectId = remembered(async () =>
    project === undefined ? undefined : findProject(client, project),
  );
  const projectId = remembered(async () => (await namedProjectId()) ?? projectOfKey(client));
  return { client, namedProjectId, projectId };
}

/** Looked up once; a failed look-up is retried. */
function remembered<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | null = null;
  return () => {
    found ??= find().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}

interface ConnectionSettings {
  url: string;
  key: string | undefined;
  /** What the key was taken from. */
  keyFrom: string;
  project: string | undefined;
}

export async function connectionSettings({ options, io }: Connecting): Promise<ConnectionSettings> {
  const { environment } = io;
  const stored = await readCredentials(environment.credentialsFile);
  const url = serviceUrl(options.url ?? environment.url ?? stored.current ?? defaultUrl);
  const kept = Object.hasOwn(stored.services, url) ? stored.services[url] : undefined;
  return {
    url,
    key: options.key || environment.apiKey || kept?.key,
    keyFrom: options.key ? '--key' : environment.apiKey ? 'GANTRY_API_KEY' : environment.credentialsFile,
    // A variable of a pipeline that is not set leaves an empty text.
    project: options.project || environment.project || kept?.project,
  };
}

export function openClient(
  { options, printer, signal }: Pick<Connecting, 'printer' | 'signal'> & { options: { retries: number } },
  url: string,
  apiKey: string | undefined,
): GantryClient {
  if (apiKey !== undefined && !isHeaderText(apiKey)) {
    throw new UsageError('The key must be gk_<public id>_<secret>.');
  }
  const onRetry = ({ error, delayMs }: Retry) =>
    printer.note(`${error.message} Trying again in ${durationText(delayMs)}.`);
  const onServiceVersion = noteOtherVersion(printer, url);
  const client = createClient({ url, apiKey, retries: options.retries, onRetry, onServiceVersion });
  return tellingWarnings(interruptible(client, signal), printer.warn);
}

/** The address without `/api/v1`, as services are told apart. */
export function serviceUrl(text: string): string {
  try {
    return createClient({ url: text }).url;
  } catch {
    throw new UsageError(
      'The address of the service must start with http:// or https://: see --url and GANTRY_URL.',
    );
  }
}

/** Without blanks and signs that a header can't carry. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** The same client, whose calls all end with a signal, unless they bring one of their own. */
function interruptible(client: GantryClient, signal: AbortSignal): GantryClient {
  const request: GantryClient['request'] = (id, ...[options]) =>
    client.request(id, ...([{ signal, ...options }] as unknown as CallArguments<typeof id>));
  return { ...client, request, call: async (id, ...options) => (await request(id, ...options)).answer };
}

/** Where a key was found, as its user would name it. */
interface KeyOrigin {
  url: string;
  key: string;
  /** Such as `GANTRY_API_KEY`; null where the user has just typed it. */
  from: string | null;
}

/** The same client; when the service does not accept the key, its error says where the key came from. */
export function namingKey(client: GantryClient, origin: KeyOrigin): GantryClient {
  const request: GantryClient['request'] = (id, ...[options]) =>
    client.request(id, ...([options] as unknown as CallArguments<typeof id>)).catch((error: unknown) => {
      throw explained(error, origin);
    });
  return { ...client, request, call: async (id, ...options) => (await request(id, ...options)).answer };
}

function explained(error: unknown, { url, key, from }: KeyOrigin): unknown {
  if (!(error instanceof GantryError) || error.status !== 401) return error;
  const { status, code, details, requestId } = error;
  const which = from === null ? 'this API key' : `the API key from ${from}`;
  const advice = from === null ? '' : ' Set GANTRY_API_KEY to a valid key, or run "gantry login".';
  return new GantryError(
    `${url} does not accept ${which} (${publicPart(key)}): no such key exists there, or it was revoked.${advice}`,
    { status, code, details, requestId },
  );
}

/** The part that may be shown. */
function publicPart(key: string): string {
  const [, id] = /^gk_([A-Za-z0-9]{4,32})_./.exec(key) ?? [];
  return id === undefined ? 'it does not look like gk_<public id>_<secret>' : `gk_${id}_…`;
}
