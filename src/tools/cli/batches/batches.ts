import { records } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findGroup } from '../find-named.ts';
import { pageOf, showList, taken } from '../lists.ts';
import {
  anId,
  connectionOptions,
  limitOption,
  projectOptions,
  quietOption,
  waitOptions,
} from '../options.ts';
import { batchColumns, batchLines, batchVerdictLine } from './describe-batch.ts';
import { watchBatch, writeJunit } from './watch-batch.ts';

/** The most that the service gives at once: each batch comes with its runs. */
const largestPage = 100;

const batchArgument = { name: 'batch', description: 'id of a batch' } as const;
const batchesList = defineCommand({
  path: 'batches list',
  summary: 'list batches, newest first',
  args: [],
  options: {
    group: { kind: 'text', placeholder: 'group', description: 'only those of this group, by its id or name' },
    ...limitOption('20'),
    ...projectOptions,
  },
  examples: ['gantry batches list', 'gantry batches list --group Smoke --limit 5 --json'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const connection = await connect(call);
    const { limit, group } = options;
    const query = {
      limit: pageOf(limit, largestPage),
      projectId: await connection.namedProjectId(),
      groupId: group === undefined ? undefined : await findGroup(connection, group),
    };
    const batches = await taken(limit, records(connection.client, 'listBatches', { query }));
    showList(printer, { batches }, 'There are no such batches.', batchColumns(printer.style));
  },
});

const batchesShow = defineCommand({
  path: 'batches show',
  summary: 'show a batch and its runs',
  args: [batchArgument],
  options: connectionOptions,
  examples: [`gantry batches show ${anId}`],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client } = await connect(call);
    const { batch } = await client.call('getBatch', { path: { id: args.batch } });
    printer.show({ batch }, () => batchLines(batch, printer.style));
  },
});

const batchesWatch = defineCommand({
  path: 'batches watch',
  summary: 'follow a batch run by run until it has ended',
  details:
    'The exit code is the verdict. Ctrl-C stops watching, not the batch. With --json, each line is an object with a type.',
  args: [batchArgument],
  options: {
    timeout: waitOptions.timeout,
    junit: { kind: 'file', description: 'write the report for CI servers into this file' },
    ...connectionOptions,
    ...quietOption,
  },
  examples: [`gantry batches watch ${anId} --junit junit.xml`],
  async run(call): Promise<number> {
    const { args, options, printer, signal } = call;
    const { client } = await connect(call);
    const { timeout: timeoutSeconds, junit } = options;
    return watchBatch(client, args.batch, {
      printer,
      signal,
      timeoutSeconds,
      junit,
      isStream: printer.isJson,
    });
  },
});

const batchesCancel = defineCommand({
  path: 'batches cancel',
  summary: 'cancel all runs of a batch that have not ended',
  args: [batchArgument],
  options: connectionOptions,
  examples: [`gantry batches cancel ${anId}`],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client } = await connect(call);
    const { batch } = await client.call('cancelBatch', { path: { id: args.batch } });
    printer.show({ batch }, () => [batchVerdictLine(batch, printer.style)]);
  },
});

const batchesRerun = defineCommand({
  path: 'batches rerun',
  summary: 'start a batch again as it was: the same tests, the same app',
  args: [batchArgument],
  options: {
    failed: {
      kind: 'flag',
      description: 'only the tests that failed, could not be executed or were cancelled',
    },
    ...waitOptions,
    junit: { kind: 'file', description: 'write the report for CI servers into this file; needs --wait' },
    ...connectionOptions,
    ...quietOption,
  },
  examples: [`gantry batches rerun ${anId} --wait`, `gantry batches rerun ${anId} --failed --wait`],
  async run(call): Promise<number | undefined> {
    const { args, options, printer, signal } = call;
    const { wait, timeout: timeoutSeconds, junit } = options;
    if (!wait && (timeoutSeconds ?? junit) !== undefined)
      throw new UsageError('--timeout and --junit need --wait.');
    const { client } = await connect(call);
    const { batch } = await client.call('rerunBatch', {
      path: { id: args.batch },
      body: { failedOnly: options.failed },
    });
    if (wait)
      return watchBatch(client, batch.id, { printer, signal, timeoutSeconds, junit, isStream: false });
    printer.show({ batch }, () => (printer.isQuiet ? [batch.id] : [`${batch.id}  ${batch.status}`]));
    printer.note(`Watch it: gantry batches watch ${batch.id}`);
    return undefined;
  },
});

const batchesJunit = defineCommand({
  path: 'batches junit',
  summary: 'print the report of a batch for CI servers (JUnit XML)',
  args: [batchArgument],
  options: {
    output: { kind: 'file', short: 'o', description: 'write it into this file instead' },
    ...connectionOptions,
  },
  examples: [`gantry batches junit ${anId} --output junit.xml`],
  async run(call): Promise<undefined> {
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
  },
});

export const batchCommands = [
  batchesList,
  batchesShow,
  batchesWatch,
  batchesCancel,
  batchesRerun,
  batchesJunit,
];
