import type { ArgumentSpec, OptionSpecs } from './command.ts';

const section = 'Connection';

/** Of every command that talks to a service. */
export const connectionOptions = {
  url: {
    kind: 'url',
    description:
      'address of the service; else GANTRY_URL, the one of "gantry login", or http://127.0.0.1:4270',
    section,
  },
  key: {
    kind: 'text',
    description:
      'API key; better GANTRY_API_KEY or "gantry login", since others on this machine see what is typed',
    section,
  },
  retries: {
    kind: 'integer',
    placeholder: 'count',
    range: { min: 0, max: 100 },
    fallback: '4',
    description: 'how often a call is retried after a connection error',
    section,
  },
  json: { kind: 'flag', description: 'print JSON for programs', section: 'Output' },
} as const satisfies OptionSpecs;

export const projectOptions = {
  project: {
    kind: 'text',
    placeholder: 'id|name',
    description: 'the project; else GANTRY_PROJECT, the one of "gantry login", or the only one that there is',
    section,
  },
  ...connectionOptions,
} as const satisfies OptionSpecs;

export const quietOption = {
  quiet: {
    kind: 'flag',
    short: 'q',
    description: 'print nothing but what was asked for: an id, a verdict',
    section: 'Output',
  },
} as const satisfies OptionSpecs;

/** Of commands that can wait for what they start. */
export const waitOptions = {
  wait: { kind: 'flag', description: 'follow it until it has ended; the exit code is the verdict' },
  timeout: {
    kind: 'seconds',
    range: { min: 1, max: 31_536_000 },
    description: 'stop waiting after this time, such as 90s or 30m; what was started continues',
  },
} as const satisfies OptionSpecs;

/** What runs want of their phones. */
export const deviceOption = {
  device: {
    kind: 'text',
    placeholder: 'wishes',
    description: 'what runs want of their phones, such as version=15,label=lab',
  },
} as const satisfies OptionSpecs;

/** Says what web runs test; one of them. */
export const targetOptions = {
  targetUrl: { kind: 'url', description: 'what web runs test' },
  environment: {
    kind: 'text',
    placeholder: 'name',
    description: 'what web runs test, as an environment of the project',
  },
} as const satisfies OptionSpecs;

/** Names the app of a run or batch on a phone; one of them. */
export const appOptions = {
  app: { kind: 'text', placeholder: 'id', description: 'run on this uploaded app' },
  bundleId: {
    kind: 'text',
    placeholder: 'id',
    description: 'run on the newest upload with this bundle identifier',
  },
  artifactUrl: { kind: 'url', description: 'run on the app at this address, which the service fetches' },
} as const satisfies OptionSpecs;

export const removeAfterOption = {
  removeAfter: {
    kind: 'seconds',
    range: { min: 1, max: 31_536_000 },
    description: 'delete the upload after this time, such as 3600, 90m or 7d; else it stays',
  },
} as const satisfies OptionSpecs;

export const idempotencyOption = {
  idempotencyKey: {
    kind: 'text',
    placeholder: 'text',
    description: 'a second call with the same text within 24 hours starts nothing and shows the first one',
  },
} as const satisfies OptionSpecs;

export function limitOption(fallback: string) {
  return {
    limit: {
      kind: 'integer',
      placeholder: 'count',
      range: { min: 1, max: 100_000 },
      fallback,
      description: 'show at most this many',
    },
  } as const satisfies OptionSpecs;
}

export function platformOption(description: string) {
  return {
    platform: { kind: 'text', choices: ['web', 'mobile', 'ios', 'android'], fallback: 'web', description },
  } as const satisfies OptionSpecs;
}

/** Of commands that start one run. */
export const runOptions = {
  ...targetOptions,
  ...appOptions,
  ...deviceOption,
  resultUrl: { kind: 'url', description: 'receives the result by a signed POST (webhookUrl)' },
  ...idempotencyOption,
  ...waitOptions,
  ...projectOptions,
  ...quietOption,
} as const satisfies OptionSpecs;

export const runArgument = { name: 'run', description: 'id of a run' } as const satisfies ArgumentSpec;
export const testArgument = {
  name: 'test',
  description: 'id or title of a test',
} as const satisfies ArgumentSpec;
export const groupArgument = {
  name: 'group',
  description: 'id or name of a group',
} as const satisfies ArgumentSpec;

/** YAML files of tests. */
export const filesArgument = {
  name: 'file',
  description: 'YAML files, or folders in which each .yaml and .yml is read',
  isRepeatable: true,
} as const satisfies ArgumentSpec;

/** For examples. */
export const anId = '01970000-0000-7000-8000-000000000000';
