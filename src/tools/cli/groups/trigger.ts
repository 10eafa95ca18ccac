import type { TriggeredBatch, TriggerGroup } from '../../../client/index.ts';
import { uploadBuild } from '../apps/upload.ts';
import { watchBatch } from '../batches/watch-batch.ts';
import { type CallOf, defineCommand } from '../command.ts';
import { type Connection, connect, openClient } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findGroup } from '../find-named.ts';
import {
  appOptions,
  deviceOption,
  groupArgument,
  idempotencyOption,
  projectOptions,
  quietOption,
  removeAfterOption,
  targetOptions,
  waitOptions,
} from '../options.ts';
import { startRequest } from '../runs/start-request.ts';
import { counted } from '../terminal/format.ts';

type TriggerCall = CallOf<typeof trigger>;

export const trigger = defineCommand({
  path: 'trigger',
  summary: 'start a group of tests on a build',
  details:
    'Name the group, which needs a key, or give the address of its webhook by --webhook-url, which needs none. A group with mobile tests needs an app.',
  args: [{ ...groupArgument, isOptional: true }],
  options: {
    webhookUrl: { kind: 'url', description: 'address of the webhook of the group, instead of its name' },
    ...appOptions,
    ...deviceOption,
    upload: { kind: 'file', description: 'upload this build first, and test it' },
    ...removeAfterOption,
    ...targetOptions,
    commit: { kind: 'text', placeholder: 'sha', description: 'commit to show with the batch' },
    resultUrl: { kind: 'url', description: 'receives the result of each run by a signed POST (webhookUrl)' },
    ...idempotencyOption,
    ...waitOptions,
    junit: { kind: 'file', description: 'write the report for CI servers into this file; needs --wait' },
    ...projectOptions,
    ...quietOption,
  },
  examples: [
    'gantry trigger Smoke --upload build/MyApp.app.zip --remove-after 1d --wait --junit junit.xml',
    'gantry trigger Smoke --target-url https://staging.example.com --wait --timeout 30m',
    'gantry trigger Smoke --environment Staging --wait',
    'gantry trigger --webhook-url "$GANTRY_WEBHOOK" --bundle-id com.example.shop',
  ],
  async run(call): Promise<number | undefined> {
    const { options, printer, signal } = call;
    const { wait, timeout: timeoutSeconds, junit } = options;
    refuseContradictions(call);
    const { headers, body } = startRequest(options);
    // A webhook needs no key; what waits or uploads does, and finds out before anything is started.
    const connection =
      options.webhookUrl === undefined || wait || options.upload ? await connect(call) : null;
    const app = connection === null ? undefined : await upload(call, connection);
    const mobile = app === undefined ? body.mobile : { appId: app.id };
    const request = { headers, body: { ...body, mobile, commitSha: options.commit || undefined } };
    const batch = await start(call, connection, request);
    if (wait && connection !== null) {
      const { client } = connection;
      return watchBatch(client, batch.batchId, { printer, signal, timeoutSeconds, junit, isStream: false });
    }
    printer.show(batch, () =>
      printer.isQuiet
        ? [batch.batchId]
        : [`${batch.batchId}  ${counted(batch.count, 'run')} ${batch.status}`],
    );
    printer.note(`Watch it: gantry batches watch ${batch.batchId}`);
    return undefined;
  },
});

function refuseContradictions({ args, options }: TriggerCall): void {
  const { app, bundleId, artifactUrl, upload, removeAfter, wait, timeout, junit } = options;
  if ((args.group === undefined) === (options.webhookUrl === undefined)) {
    throw new UsageError('Name the group either as <group> or by --webhook-url.');
  }
  if (upload && (app || bundleId || artifactUrl)) {
    throw new UsageError('Give only one of --app, --bundle-id, --artifact-url and --upload.');
  }
  if (removeAfter !== undefined && !upload) throw new UsageError('--remove-after needs --upload.');
  if (!wait && (timeout !== undefined || junit !== undefined)) {
    throw new UsageError('--timeout and --junit need --wait.');
  }
}

async function upload({ options, printer, signal }: TriggerCall, connection: Connection) {
  const { upload: path, removeAfter } = options;
  if (!path) return undefined;
  return (await uploadBuild(connection, { path, removeAfter, printer, signal })).app;
}

type StartGroup = { headers: Record<string, string>; body: TriggerGroup };

async function start(
  call: TriggerCall,
  connection: Connection | null,
  request: StartGroup,
): Promise<TriggeredBatch> {
  const { args, options } = call;
  if (options.webhookUrl !== undefined) {
    const { url, ...path } = parseWebhookAddress(options.webhookUrl);
    return openClient(call, url, undefined).call('triggerGroupByWebhook', { path, ...request });
  }
  if (connection === null) throw new UsageError('Name the group.');
  const id = await findGroup(connection, args.group ?? '');
  return connection.client.call('triggerGroup', { path: { id }, ...request });
}

interface WebhookAddress {
  /** Of the service. */
  url: string;
  id: string;
  secret: string;
}

/** Takes the address of a group's webhook apart. It is a secret: no message repeats it. */
export function parseWebhookAddress(text: string): WebhookAddress {
  const { origin, pathname } = new URL(text);
  const [, base = '', id, secret] =
    /^(.*)\/api\/v1\/groups\/webhook\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (id === undefined || secret === undefined) {
    throw new UsageError(
      '--webhook-url must be the address of a group webhook: …/api/v1/groups/webhook/<id>/<secret>.',
    );
  }
  return { url: origin + base, id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
}
