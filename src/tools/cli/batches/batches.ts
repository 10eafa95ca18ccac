import { records } from '../../../client/index.ts';
import type { CommandCall } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findGroup } from '../find-named.ts';
import { pageOf, taken } from '../lists.ts';
import type {
  batchesCancel,
  batchesJunit,
  batchesList,
  batchesRerun,
  batchesShow,
  batchesWatch,
} from '../specs/batches.ts';
import { tableLines } from '../terminal/table.ts';
import { batchColumns, batchLines, batchVerdictLine } from './describe-batch.ts';
import { writeJunit } from './junit-file.ts';
import { watchBatch } from './watch-batch.ts';

/** The most that the service gives at once: each batch comes with its runs. */
const largestPage = 100;

export async function list(call: CommandCall<typeof batchesList>): Promise<undefined> {
  const { options, printer } = call;
  const connection = await connect(call);
  const { limit, group } = options;
  const query = {
    limit: pageOf(limit, largestPage),
    projectId: await connection.namedProjectId(),
    groupId: group === undefined ? undefined : await findGroup(connection, group),
  };
  const batches = await taken(limit, records(connection.client, 'listBatches', { query }));
  printer.show({ batches }, () =>
    batches.length === 0
      ? ['There are no such batches.']
      : tableLines(batches, batchColumns(printer.style), printer.width),
  );
}

export async function show(call: CommandCall<typeof batchesShow>): Promise<undefined> {
  const { args, printer } = call;
  const { client } = await connect(call);
  const { batch } = await client.call('getBatch', { path: { id: args.batch } });
  printer.show({ batch }, () => batchLines(batch, printer.style));
}

export async function watch(call: CommandCall<typeof batchesWatch>): Promise<number> {
  const { args, options, printer, signal } = call;
  const { client } = await connect(call);
  const { timeout: timeoutSeconds, junit } = options;
  return watchBatch(client, args.batch, { printer, signal, timeoutSeconds, junit, isStream: printer.isJson });
}

export async function cancel(call: CommandCall<typeof batchesCancel>): Promise<undefined> {
  const { args, printer } = call;
  const { client } = await connect(call);
  const { batch } = await client.call('cancelBatch', { path: { id: args.batch } });
  printer.show({ batch }, () => [batchVerdictLine(batch, printer.style)]);
}

export async function rerun(call: CommandCall<typeof batchesRerun>): Promise<number | undefined> {
  const { args, options, printer, signal } = call;
  const { wait, timeout: timeoutSeconds, junit } = options;
  if (!wait && (timeoutSeconds ?? junit) !== undefined)
    throw new UsageError('--timeout and --junit need --wait.');
  const { client } = await connect(call);
  const { batch } = await client.call('rerunBatch', {
    path: { id: args.batch },
    body: { failedOnly: options.failed },
  });
  if (wait) return watchBatch(client, batch.id, { printer, signal, timeoutSeconds, junit, isStream: false });
  printer.show({ batch }, () => (printer.isQuiet ? [batch.id] : [`${batch.id}  ${batch.status}`]));
  printer.note(`Watch it: gantry batches watch ${batch.id}`);
  return undefined;
}

export async function junit(call: CommandCall<typeof batchesJunit>): Promise<undefined> {
  const { args, options, io, printer } = call;
  const { client } = await connect(call);
  if (options.output !== undefined) {
    await writeJunit(client, args.batch, options.output, printer);
    printer.show({ batchId: args.batch, file: options.output }, () => []);
    return;
  }
  const report = await client.call('getBatchAsJUnit', { path: { id: args.batch } });
  if (printer.isJson) printer.show({ batchId: args.batch, junit: report }, () => []);
  else io.stdout.write(report);
}
