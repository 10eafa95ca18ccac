import { readFileSync } from 'node:fs';
import { type ListedPhone, phonesOfServers } from '../engine/listed-phone.ts';
import { parseDeviceList } from '../engine/phones/device-list.ts';
import { parseAppiumServers, parseCapabilities } from '../engine/phones/servers.ts';
import { logFormats, logLevels } from '../kernel/log.ts';
import { parseNetworks } from '../kernel/outbound/network.ts';
import {
  ConfigError,
  readSettings,
  type SettingValues,
  setting,
  unknownVariables,
  variableName,
} from '../kernel/settings.ts';
import { keyPattern } from './projects/api-key.ts';

const GiB = 1024 ** 3;

/** Every setting once: the variable `GANTRY_<NAME>`, the flag `--<name>`, its type, default and help. */
export const settings = {
  role: setting.choice(
    ['all', 'api', 'worker'],
    'all',
    'what this process does: everything (all), only the API (api), or only jobs and runs (worker)',
  ),
  host: setting.text('127.0.0.1', 'address to listen on'),
  port: setting.integer(4270, { min: 0, max: 65_535 }, 'port to listen on; 0 takes any free one'),
  publicUrl: setting.url(
    ['http', 'https'],
    'address under which callers reach the service; default: the loopback address it listens on',
  ),
  filesPort: setting.optionalInteger(
    { min: 0, max: 65_535 },
    'port for pictures and recordings of tested pages, which have a separate origin; default: the port after GANTRY_PORT',
  ),
  filesPublicUrl: setting.url(
    ['http', 'https'],
    'address under which callers reach that port, with another host or port than GANTRY_PUBLIC_URL; required behind a proxy',
  ),
  dataDir: setting.text('.gantry', 'folder for the embedded database, binaries and keys'),
  dataDirShared: setting.flag(false, 'the data directory is on a file system that all processes share'),
  adminKey: setting.secret(
    keyPattern,
    'gk_<public id>_<secret> with 4 to 32 letters or digits and a secret of at least 20',
    'an admin key that works after every start, even if it was revoked',
  ),
  secretKey: setting.secret(
    /^.{32,1024}$/s,
    'at least 32 characters',
    'key that encrypts stored secrets and signs storage URLs; by default generated once in the data directory',
  ),
  databaseUrl: setting.connectionUrl(
    ['postgres', 'postgresql'],
    'PostgreSQL 14 or newer; default: the embedded server',
  ),
  databasePoolSize: setting.integer(
    10,
    { min: 2, max: 500 },
    'maximum number of database connections of this process',
  ),
  s3Bucket: setting.optionalText('S3 bucket for binaries; default: the data directory'),
  s3Endpoint: setting.url(['http', 'https'], 'address of an S3-compatible server; default: AWS'),
  s3PublicEndpoint: setting.url(
    ['http', 'https'],
    'address of the same server as callers reach it; default: the endpoint above',
  ),
  s3Region: setting.text('us-east-1', 'region of the bucket'),
  s3AccessKeyId: setting.optionalText('access key; default: the AWS credential chain'),
  s3SecretAccessKey: setting.secret(/^.+$/, 'any text', 'secret of the access key'),
  maxUploadBytes: setting.integer(
    4 * GiB,
    { min: 1, max: Number.MAX_SAFE_INTEGER },
    'maximum size of an upload, in bytes',
  ),
  rateLimit: setting.integer(
    200,
    { min: 0, max: 1_000_000 },
    'requests per second and API key in each process; 0 is off',
  ),
  trustProxy: setting.flag(
    false,
    "take the caller's address from X-Forwarded-For; only behind a proxy that sets it",
  ),
  shutdownGraceSeconds: setting.integer(
    30,
    { min: 0, max: 3_600 },
    'how long a stopping service waits for running requests and runs',
  ),
  runTimeoutSeconds: setting.integer(1_800, { min: 1, max: 86_400 }, 'maximum duration of a run'),
  runRetentionDays: setting.integer(
    90,
    { min: 1, max: 36_500 },
    'how long ended runs, their screenshots and delivery logs are kept',
  ),
  noDeviceGraceSeconds: setting.integer(
    10,
    { min: 1, max: 86_400 },
    'how long a run waits if no running worker serves its platform',
  ),
  allowNetworks: setting.parsed(
    parseNetworks,
    parseNetworks(''),
    '',
    'networks',
    'loopback, private or other special networks (CIDRs, comma separated) that results may be delivered to and browsers may visit',
  ),
  stepTimeoutSeconds: setting.integer(
    15,
    { min: 1, max: 600 },
    'how long a step waits for a page to load or for the element that it acts on',
  ),
  assertTimeoutSeconds: setting.integer(5, { min: 1, max: 600 }, 'how long a check waits until it holds'),
  browserPath: setting.optionalText(
    'path of the Chrome or Chromium for web runs; default: an installed one, otherwise the one from npm',
  ),
  browserSandbox: setting.choice(
    ['on', 'off'],
    'on',
    "the browser's sandbox; turn it off only if the kernel does not allow it and you trust the tested sites",
  ),
  browserSlots: setting.integer(
    2,
    { min: 0, max: 100 },
    'number of web runs that this process executes at once; 0: none',
  ),
  slotMemoryMib: setting.integer(
    2_048,
    { min: 256, max: 1_048_576 },
    'memory that a run may use with its browser, in MiB; a run that uses more is ended',
  ),
  appiumUrl: setting.parsed(
    parseAppiumServers,
    [],
    '',
    'servers',
    'Appium servers or grids (comma separated), each with an optional ;platform=ios|android and, for a grid, ;kind=grid;slots=<number>',
  ),
  devices: setting.optionalText('YAML file that lists phones, grids and device clouds'),
  appiumCapabilities: setting.parsed(
    parseCapabilities,
    parseCapabilities('{}'),
    '{}',
    'json',
    'capabilities of every Appium session; the members `ios` and `android` apply to one platform',
  ),
  appiumApp: setting.choice(
    ['auto', 'url', 'file'],
    'auto',
    'how an Appium server gets the app: by a URL, or as a local file; auto: a file if the server is on this machine',
  ),
  appCacheBytes: setting.integer(
    4 * GiB,
    { min: 0, max: Number.MAX_SAFE_INTEGER },
    'size of the cache of apps that are prepared for Appium, in bytes',
  ),
  model: setting.optionalText(
    '<provider>/<model> that executes steps outside the vocabulary, such as openai/gpt-5 or anthropic/claude-sonnet-4-5; default: none',
  ),
  modelBaseUrl: setting.url(
    ['http', 'https'],
    'address of a server that speaks the API of the model provider',
  ),
  modelApiKey: setting.secret(/^.+$/, 'any text', 'key of the model provider'),
  modelCallsPerRun: setting.integer(100, { min: 1, max: 10_000 }, 'maximum number of model calls in a run'),
  modelTokensPerRun: setting.integer(
    1_000_000,
    { min: 1_000, max: 1_000_000_000 },
    'maximum number of model tokens in a run',
  ),
  logLevel: setting.choice(logLevels, 'info', 'lowest level of log lines that are written'),
  logFormat: setting.choice(
    logFormats,
    'auto',
    'format of log lines: pretty for people, json for programs; auto: pretty on a terminal, otherwise json',
  ),
} as const;

type Settings = SettingValues<typeof settings>;

export interface Config extends Settings {
  /** All phones that the settings name. */
  readonly phones: readonly ListedPhone[];
}

/** The only reader of the environment. Throws `ConfigError` with every fault at once. */
export function loadConfig(
  flags: Record<string, string | boolean | undefined> = {},
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const read = readSettings(settings, flags, env, findConflicts);
  return { ...read, phones: phonesOf(read, env) };
}

function phonesOf(config: Settings, environment: NodeJS.ProcessEnv): ListedPhone[] {
  const { appiumUrl, appiumCapabilities: capabilities, appiumApp: appDelivery, devices: path } = config;
  const phones = phonesOfServers(appiumUrl, { capabilities, appDelivery });
  if (path === undefined) return phones;
  try {
    const text = readFileSync(path, 'utf8');
    return [...phones, ...parseDeviceList(text, { environment, capabilities, appDelivery })];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`GANTRY_DEVICES has a fault (${path}): ${reason}`]);
  }
}

function findConflicts(config: Settings, isAbsent: (name: keyof Settings) => boolean): string[] {
  const faults: string[] = [];
  const need = (name: keyof Settings, why: string) => {
    if (isAbsent(name)) faults.push(`${variableName(name)} is needed ${why}`);
  };
  if (config.role !== 'all') {
    const why = `with GANTRY_ROLE=${config.role}`;
    need('databaseUrl', why);
    need('secretKey', why);
    need('publicUrl', why);
    if (isAbsent('s3Bucket') && !config.dataDirShared) {
      faults.push(
        `GANTRY_S3_BUCKET is needed ${why}, or GANTRY_DATA_DIR_SHARED=true for a data directory on a shared file system`,
      );
    }
  }
  if (config.filesPort !== undefined && config.filesPort !== 0 && config.filesPort === config.port)
    faults.push('GANTRY_FILES_PORT must be another one than GANTRY_PORT');
  if (config.filesPublicUrl !== undefined && originOf(config.filesPublicUrl) === originOf(config.publicUrl)) {
    faults.push(
      'GANTRY_FILES_PUBLIC_URL must have another host or port than GANTRY_PUBLIC_URL: it shows what comes from tested pages',
    );
  }
  if (config.s3Bucket === undefined) {
    for (const name of ['s3Endpoint', 's3PublicEndpoint', 's3AccessKeyId', 's3SecretAccessKey'] as const) {
      if (config[name] !== undefined)
        faults.push(`${variableName(name)} has no effect without GANTRY_S3_BUCKET`);
    }
  } else {
    if (config.s3AccessKeyId !== undefined) need('s3SecretAccessKey', 'with GANTRY_S3_ACCESS_KEY_ID');
    if (config.s3SecretAccessKey !== undefined) need('s3AccessKeyId', 'with GANTRY_S3_SECRET_ACCESS_KEY');
    if (config.maxUploadBytes > 5 * GiB) {
      faults.push('GANTRY_MAX_UPLOAD_BYTES is at most 5368709120 with S3, whose single PUT ends there');
    }
  }
  for (const name of ['modelBaseUrl', 'modelApiKey'] as const) {
    if (config[name] !== undefined && config.model === undefined)
      faults.push(`${variableName(name)} has no effect without GANTRY_MODEL`);
  }
  return faults;
}

function originOf(url: string | undefined): string | undefined {
  return url && new URL(url).origin;
}

/** Plainly one person's: on loopback alone, under no other address. */
export function isPersonal({ role, host, publicUrl }: Config): boolean {
  return (
    role === 'all' && isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
  );
}

/** Named the admin key once. Now it is the client's alone, and a service that finds only this name has no key from it. */
export function findsOnlyTheClientsKey({ adminKey }: Config, env: NodeJS.ProcessEnv = process.env): boolean {
  return adminKey === undefined && Boolean(env.GANTRY_API_KEY);
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

export function executesWebRuns({ role, browserSlots }: Config): boolean {
  return role !== 'api' && browserSlots > 0;
}

export function hasSlots({ role, browserSlots, phones }: Config): boolean {
  return role !== 'api' && (browserSlots > 0 || phones.length > 0);
}

/**
 * What a process that reads pages is given of the environment: neither keys nor connection strings. The library of a model
 * may look for credentials of its own in there.
 */
export function slotEnvironment(
  { model }: Config,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const isGiven = (name: string) =>
    model === undefined ? slotVariables.test(name) : !name.startsWith('GANTRY_');
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && isGiven(name) ? [[name, value]] : [],
    ),
  );
}

const slotVariables = /^(?:PATH|LANG|LC_\w+|TZ|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/;

/** Variables that look like settings but are none. */
export function misspeltVariables(env: NodeJS.ProcessEnv = process.env): string[] {
  return unknownVariables(settings, env);
}
