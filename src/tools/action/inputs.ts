import { parseDeviceText, type RequestedDevice } from '../../client/index.ts';
import { parseWebhookAddress } from '../cli/groups/trigger.ts';
import { isHttpUrl, parseSeconds } from '../cli/values.ts';
import type { Environment } from './runner.ts';

/** What is to be tested, by one of the three ways. */
export type Start =
  | { kind: 'group'; group: string }
  | { kind: 'webhook'; id: string; secret: string }
  | { kind: 'prompt'; prompt: string };

export interface Inputs {
  url: string;
  apiKey: string | undefined;
  project: string | undefined;
  appPath: string | undefined;
  removeAfterSeconds: number | undefined;
  /** Undefined: the build is uploaded, and that is all. */
  start: Start | undefined;
  bundleId: string | undefined;
  artifactUrl: string | undefined;
  targetUrl: string | undefined;
  environment: string | undefined;
  device: RequestedDevice | undefined;
  wait: boolean;
  timeoutMinutes: number;
  junitPath: string | undefined;
  summary: boolean;
}

/** All faults of the inputs at once. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The runner gives the input `api-key` as `INPUT_API-KEY`; one that was left out is empty. */
export function readInputs(env: Environment): Inputs {
  const faults: string[] = [];
  const text = (name: string) => env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined;

  const flag = (name: string, fallback: boolean) => {
    const value = text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (value !== 'true' && value !== 'false')
      faults.push(`${name}: must be true or false; it is "${value}"`);
    return value === 'true';
  };

  const address = (name: string) => {
    const value = text(name);
    if (value !== undefined && !isHttpUrl(value))
      faults.push(`${name}: must be an address that begins with https:// or http://`);
    return value;
  };

  const seconds = (name: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = parseSeconds(value.replaceAll(' ', '')) ?? 0;
    if (parsed < 1)
      faults.push(`${name}: must be a time such as 3600 (seconds), 90m, 12h or 7d; it is "${value}"`);
    return parsed;
  };

  const minutes = (name: string, fallback: number) => {
    const value = text(name);
    if (value === undefined) return fallback;
    const parsed = Number(value);
    if (!(parsed > 0 && parsed <= 10_000))
      faults.push(`${name}: must be a number of minutes; it is "${value}"`);
    return parsed;
  };

  const webhook = webhookIn(env);
  if (webhook === null && text('webhook-url') !== undefined)
    faults.push(
      'webhook-url: must be the address of a group webhook, as "gantry groups webhook" has shown it',
    );

  const inputs: Inputs = {
    url: address('url') ?? webhook?.url ?? '',
    apiKey: text('api-key'),
    project: text('project'),
    appPath: text('app-path'),
    removeAfterSeconds: seconds('remove-after'),
    start: startOf(text('group'), webhook, text('prompt')),
    bundleId: text('bundle-id'),
    artifactUrl: address('artifact-url'),
    targetUrl: address('target-url'),
    environment: text('environment'),
    device: deviceOf(text('device'), faults),
    wait: flag('wait', true),
    timeoutMinutes: minutes('timeout-minutes', 60),
    junitPath: text('junit-path'),
    summary: flag('summary', true),
  };
  faults.push(...contradictions(inputs, text));
  if (faults.length > 0) throw new InputError(faults.join('\n'));
  return inputs;
}

function deviceOf(text: string | undefined, faults: string[]): RequestedDevice | undefined {
  if (text === undefined) return undefined;
  try {
    return parseDeviceText(text);
  } catch (error) {
    faults.push(`device: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** What must not stand in the log, readable inputs or not. */
export function secretsIn(env: Environment): string[] {
  const secrets = [env['INPUT_API-KEY']?.trim(), env['INPUT_WEBHOOK-URL']?.trim(), webhookIn(env)?.secret];
  return secrets.flatMap((secret) => secret || []);
}

function contradictions(inputs: Inputs, text: (name: string) => string | undefined): string[] {
  const { start, apiKey, appPath, bundleId, artifactUrl, targetUrl, environment, wait, junitPath } = inputs;
  const starts = ['group', 'webhook-url', 'prompt'].filter((name) => text(name) !== undefined);
  const apps = [appPath, bundleId, artifactUrl].filter((one) => one !== undefined);
  const needsKey = appPath !== undefined || start?.kind !== 'webhook' || wait;
  return [
    inputs.url === '' && 'url: must be given',
    needsKey &&
      apiKey === undefined &&
      `api-key: must be given${start?.kind === 'webhook' && appPath === undefined ? '; only webhook-url with wait: false goes without' : ''}`,
    starts.length > 1 && `${starts.join(', ')}: give one of them`,
    starts.length === 0 &&
      appPath === undefined &&
      'group: must be given, or webhook-url, prompt or app-path',
    targetUrl !== undefined &&
      environment !== undefined &&
      'target-url, environment: give at most one of them',
    apps.length > 1 && 'app-path, bundle-id, artifact-url: give at most one of them',
    junitPath !== undefined &&
      (start?.kind === 'prompt' || start === undefined || !wait) &&
      'junit-path: there is a report of a group that is waited for',
  ].filter((fault) => fault !== false);
}

function startOf(
  group: string | undefined,
  webhook: Webhook | null,
  prompt: string | undefined,
): Start | undefined {
  if (group !== undefined) return { kind: 'group', group };
  if (webhook !== null) return { kind: 'webhook', id: webhook.id, secret: webhook.secret };
  return prompt === undefined ? undefined : { kind: 'prompt', prompt };
}

type Webhook = ReturnType<typeof parseWebhookAddress>;

/** Null where there is none, or none that can be read. */
function webhookIn(env: Environment): Webhook | null {
  const text = env['INPUT_WEBHOOK-URL']?.trim() ?? '';
  try {
    return isHttpUrl(text) ? parseWebhookAddress(text) : null;
  } catch {
    return null;
  }
}
