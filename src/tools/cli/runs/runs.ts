import {
  durationText,
  type ListedRun,
  type Run,
  records,
  titleOfRun,
  verdictOf,
} from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { pageOf, showList, taken } from '../lists.ts';
import {
  anId,
  connectionOptions,
  limitOption,
  projectOptions,
  quietOption,
  runArgument,
  waitOptions,
} from '../options.ts';
import { agoText } from '../terminal/format.ts';
import { paintVerdict, type Style } from '../terminal/style.ts';
import type { Column } from '../terminal/table.ts';
import { runLines } from './describe-run.ts';
import { runsRerun, runsSubmit } from './submit.ts';
import { watchRun } from './watch-run.ts';

const runsShow = defineCommand({
  path: 'runs show',
  summary: 'show a run: its steps, its issues, links to screenshots',
  args: [runArgument],
  options: connectionOptions,
  examples: [`gantry runs show ${anId}`],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client } = await connect(call);
    const run = await client.call('getRun', { path: { id: args.run } });
    printer.show(run, () => runLines(run, printer.style));
  },
});

const runsList = defineCommand({
  path: 'runs list',
  summary: 'list runs, newest first',
  args: [],
  options: {
    status: {
      kind: 'text',
      choices: ['queued', 'running', 'completed', 'failed', 'cancelled'],
      description: 'only runs with this status',
    },
    batch: { kind: 'text', placeholder: 'id', description: 'only those of this batch' },
    ...limitOption('20'),
    ...projectOptions,
  },
  examples: ['gantry runs list', 'gantry runs list --status failed --limit 100 --json'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const { client, namedProjectId } = await connect(call);
    const { limit, status, batch: batchId } = options;
    const query = { limit: pageOf(limit), status, batchId, projectId: await namedProjectId() };
    const runs = await taken(limit, records(client, 'listRuns', { query }));
    showList(printer, { runs }, 'There are no such runs.', columns(printer.style));
  },
});

const runsCancel = defineCommand({
  path: 'runs cancel',
  summary: 'cancel runs that have not ended',
  args: [{ ...runArgument, isRepeatable: true }],
  options: connectionOptions,
  examples: [`gantry runs cancel ${anId}`],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client } = await connect(call);
    const runs: Run[] = [];
    for (const id of args.run) runs.push(await client.call('cancelRun', { path: { id } }));
    printer.show({ runs }, () => runs.map(({ id, status }) => `${id}  ${status}`));
  },
});

const runsWatch = defineCommand({
  path: 'runs watch',
  summary: 'follow a run step by step until it has ended',
  details:
    'The exit code is the verdict. Ctrl-C stops watching, not the run. With --json, each line is an object with a type.',
  args: [runArgument],
  options: { timeout: waitOptions.timeout, ...connectionOptions, ...quietOption },
  examples: [`gantry runs watch ${anId}`, `gantry runs watch ${anId} --timeout 30m --json`],
  async run(call): Promise<number> {
    const { args, options, printer, signal } = call;
    const { client } = await connect(call);
    return watchRun(client, args.run, {
      printer,
      signal,
      timeoutSeconds: options.timeout,
      isStream: printer.isJson,
    });
  },
});

export const runCommands = [runsSubmit, runsShow, runsList, runsCancel, runsRerun, runsWatch];

function columns(style: Style): Array<Column<ListedRun>> {
  const nowMs = Date.now();
  return [
    { title: 'id', value: ({ id }) => id },
    {
      title: 'state',
      value: verdictOf,
      paint: (text, run) => paintVerdict(style, text, verdictOf(run)),
    },
    { title: 'what', value: titleOfRun, isFlexible: true },
    { title: 'platform', value: ({ platform }) => platform, isDispensable: true },
    {
      title: 'took',
      value: ({ durationMs }) => (durationMs === null ? null : durationText(durationMs)),
      isDispensable: true,
    },
    { title: 'created', value: ({ createdAt }) => agoText(createdAt, nowMs), isDispensable: true },
  ];
}
