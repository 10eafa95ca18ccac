import { type ListedRun, type Run, records, titleOfRun } from '../../../client/index.ts';
import type { CommandCall } from '../command.ts';
import { connect } from '../connect.ts';
import { pageOf, taken } from '../lists.ts';
import type { runsCancel, runsList, runsShow, runsWatch } from '../specs/runs.ts';
import { agoText, durationText } from '../terminal/format.ts';
import { paintState } from '../terminal/paint-state.ts';
import type { Style } from '../terminal/style.ts';
import { type Column, tableLines } from '../terminal/table.ts';
import { runLines, stateOfRun } from './describe-run.ts';
import { watchRun } from './watch-run.ts';

export async function show(call: CommandCall<typeof runsShow>): Promise<undefined> {
  const { args, printer } = call;
  const { client } = await connect(call);
  const run = await client.call('getRun', { path: { id: args.run } });
  printer.show(run, () => runLines(run, printer.style));
}

export async function list(call: CommandCall<typeof runsList>): Promise<undefined> {
  const { options, printer } = call;
  const { client, namedProjectId } = await connect(call);
  const { limit, status, batch: batchId } = options;
  const query = { limit: pageOf(limit), status, batchId, projectId: await namedProjectId() };
  const runs = await taken(limit, records(client, 'listRuns', { query }));
  printer.show({ runs }, () =>
    runs.length === 0 ? ['There are no such runs.'] : tableLines(runs, columns(printer.style), printer.width),
  );
}

export async function cancel(call: CommandCall<typeof runsCancel>): Promise<undefined> {
  const { args, printer } = call;
  const { client } = await connect(call);
  const runs: Run[] = [];
  for (const id of args.run) runs.push(await client.call('cancelRun', { path: { id } }));
  printer.show({ runs }, () => runs.map(({ id, status }) => `${id}  ${status}`));
}

export async function watch(call: CommandCall<typeof runsWatch>): Promise<number> {
  const { args, options, printer, signal } = call;
  const { client } = await connect(call);
  return watchRun(client, args.run, {
    printer,
    signal,
    timeoutSeconds: options.timeout,
    isStream: printer.isJson,
  });
}

function columns(style: Style): Array<Column<ListedRun>> {
  const nowMs = Date.now();
  return [
    { title: 'id', value: ({ id }) => id },
    {
      title: 'state',
      value: stateOfRun,
      paint: (text, run) => paintState(style, text, stateOfRun(run)),
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
