import type { TriggeredBatch, TriggerGroup } from '../../../client/index.ts';
import { uploadBuild } from '../apps/upload.ts';
import { watchBatch } from '../batches/watch-batch.ts';
import type { CommandCall } from '../command.ts';
import { type Connection, connect, openClient } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findGroup } from '../find-named.ts';
import { idempotencyHeaders } from '../idempotency.ts';
import { type AppSelector, appSelector } from '../runs/app-selector.ts';
import { deviceOf } from '../runs/requested-device.ts';
import { targetOf } from '../runs/target.ts';
import type { trigger } from '../specs/groups.ts';
import { counted } from '../terminal/format.ts';
import { parseWebhookAddress } from './webhook-address.ts';

type TriggerCall = CommandCall<typeof trigger>;

export async function startGroup(call: TriggerCall): Promise<number | undefined> {
  const { options, printer, signal } = call;
  const { wait, timeout: timeoutSeconds, junit } = options;
  refuseContradictions(call);
  const selector = appSelector(options);
  const target = targetOf(options);
  const device = deviceOf(options.device);
  // A webhook needs no key; what waits or uploads does, and finds out before anything is started.
  const connection = options.webhookUrl === undefined || wait || options.upload ? await connect(call) : null;
  const mobile = await appOf(call, connection, selector);
  const batch = await start(call, connection, {
    mobile,
    device,
    ...target,
    commitSha: options.commit || undefined,
    webhookUrl: options.resultUrl,
  });
  if (wait && connection !== null) {
    const { client } = connection;
    return watchBatch(client, batch.batchId, { printer, signal, timeoutSeconds, junit, isStream: false });
  }
  printer.show(batch, () =>
    printer.isQuiet ? [batch.batchId] : [`${batch.batchId}  ${counted(batch.count, 'run')} ${batch.status}`],
  );
  printer.note(`Watch it: gantry batches watch ${batch.batchId}`);
  return undefined;
}

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

async function appOf(
  { options, printer, signal }: TriggerCall,
  connection: Connection | null,
  selector: AppSelector | undefined,
): Promise<AppSelector | undefined> {
  if (!options.upload || connection === null) return selector;
  const { app } = await uploadBuild(connection, {
    path: options.upload,
    removeAfter: options.removeAfter,
    isForced: false,
    printer,
    signal,
  });
  return { appId: app.id };
}

async function start(
  call: TriggerCall,
  connection: Connection | null,
  body: TriggerGroup,
): Promise<TriggeredBatch> {
  const { args, options } = call;
  const headers = idempotencyHeaders(options.idempotencyKey);
  if (options.webhookUrl !== undefined) {
    const { url, id, secret } = parseWebhookAddress(options.webhookUrl);
    const client = openClient(call, url, undefined);
    return client.call('triggerGroupByWebhook', { path: { id, secret }, headers, body });
  }
  if (connection === null) throw new UsageError('Name the group.');
  const id = await findGroup(connection, args.group ?? '');
  return connection.client.call('triggerGroup', { path: { id }, headers, body });
}
