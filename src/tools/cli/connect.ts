import { createClient, type GantryClient, type Retry, tellingWarnings } from '../../client/index.ts';
import { readCredentials } from './credentials.ts';
import { UsageError } from './errors.ts';
import { interruptible } from './interruptible.ts';
import type { Io } from './io.ts';
import { noteOtherVersion } from './other-version.ts';
import type { Printer } from './printer.ts';
import { findProject, projectOfKey } from './project-of-key.ts';
import { namingKey } from './refused-key.ts';
import { defaultUrl } from './settings.ts';
import { durationText } from './terminal/format.ts';

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
  const client = namingKey(openClient(call, url, key), { url, key, from: keyFrom });
  let named: Promise<string | undefined> | null = null;
  const namedProjectId = () => {
    named ??= project === undefined ? Promise.resolve(undefined) : findProject(client, project);
    // What could not be found out now may be found out later.
    named.catch(() => {
      named = null;
    });
    return named;
  };
  return {
    client,
    namedProjectId,
    projectId: async () => (await namedProjectId()) ?? projectOfKey(client),
  };
}

export interface ConnectionSettings {
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
  { options, printer, signal }: Pick<Connecting, 'options' | 'printer' | 'signal'>,
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
