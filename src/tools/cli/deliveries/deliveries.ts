import {
  type Delivery,
  durationText,
  type ProjectDelivery,
  type Redelivered,
  records,
} from '../../../client/index.ts';
import { mustBeConfirmed } from '../ask.ts';
import { type CallOf, defineCommand, type OptionSpecs } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { pageOf, showList, taken } from '../lists.ts';
import { anId, limitOption, projectOptions, runArgument } from '../options.ts';
import { agoText, counted, localTimeText } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import type { Column } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

const attemptColumns: Array<Column<Delivery>> = [
  { title: 'attempt', value: ({ attempt }) => String(attempt) },
  { title: 'at', value: ({ startedAt }) => localTimeText(startedAt) },
  { title: 'answer', value: ({ status }) => (status === null ? null : String(status)) },
  { title: 'took', value: ({ durationMs }) => durationText(durationMs), isDispensable: true },
  { title: 'why not', value: ({ error }) => error, isFlexible: true },
  { title: 'to', value: ({ url }) => url, isFlexible: true, isDispensable: true },
];

const receiverOption = {
  receiver: {
    kind: 'text',
    placeholder: 'host',
    description: 'only those to this host, such as ci.example.com or localhost:3000',
  },
} as const satisfies OptionSpecs;

const sinceOption = {
  since: {
    kind: 'seconds',
    range: { min: 1, max: 31_536_000 },
    description: 'results of runs that ended within this time, such as 30m, 2h or 7d',
  },
} as const satisfies OptionSpecs;

const deliveriesList = defineCommand({
  path: 'deliveries list',
  summary: 'list the results that a project delivers, or every delivery attempt of one run',
  args: [{ ...runArgument, isOptional: true }],
  options: {
    failed: { kind: 'flag', description: 'only those that could not be delivered' },
    ...sinceOption,
    ...receiverOption,
    ...limitOption('50'),
    ...projectOptions,
  },
  examples: [
    'gantry deliveries list --failed --since 1d',
    'gantry deliveries list --receiver ci.example.com',
    `gantry deliveries list ${anId}`,
  ],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const connection = await connect(call);
    if (args.run === undefined) return listOfProject(call, connection);
    if (options.failed || options.since !== undefined || options.receiver !== undefined)
      throw new UsageError(
        '--failed, --since and --receiver are for the list of a project: leave out <run>.',
      );
    const { deliveries } = await connection.client.call('listDeliveries', { path: { id: args.run } });
    showList(printer, { deliveries }, 'Nothing was delivered.', attemptColumns);
  },
});

/** The most that the service gives at once. */
const largestPage = 200;

async function listOfProject(
  { options, printer }: CallOf<typeof deliveriesList>,
  { client, projectId }: Connection,
): Promise<undefined> {
  const { limit, failed, since, receiver } = options;
  const query = {
    limit: pageOf(limit, largestPage),
    status: failed ? ('failed' as const) : undefined,
    receiver,
    from: since === undefined ? undefined : timeBefore(since),
  };
  const path = { projectId: await projectId() };
  const deliveries = await taken(limit, records(client, 'listProjectDeliveries', { path, query }));
  showList(printer, { deliveries }, 'There are no such deliveries.', projectColumns(printer.style));
}

function projectColumns(style: Style): Array<Column<ProjectDelivery>> {
  const nowMs = Date.now();
  return [
    { title: 'run', value: ({ runId }) => runId },
    {
      title: 'state',
      value: ({ status }) => status,
      paint: (text, { status }) => (status === 'failed' ? style.red(text) : style.dim(text)),
    },
    { title: 'what', value: ({ title }) => title, isFlexible: true },
    { title: 'to', value: ({ url }) => url, isFlexible: true },
    {
      title: 'last answer',
      value: ({ lastStatus, lastError }) => lastError ?? (lastStatus === null ? null : String(lastStatus)),
      isFlexible: true,
    },
    { title: 'attempts', value: ({ attempts }) => String(attempts), isDispensable: true },
    { title: 'ended', value: ({ createdAt }) => agoText(createdAt, nowMs), isDispensable: true },
  ];
}

const deliveriesRedeliver = defineCommand({
  path: 'deliveries redeliver',
  summary: 'deliver the result of a run again, or every result that could not be delivered',
  details:
    'Each delivery starts over, with the same webhook-id and the same bytes. With --since, the command shows how many results it would send and asks first.',
  args: [{ ...runArgument, isOptional: true }],
  options: {
    to: { kind: 'url', description: 'deliver to this address from now on; for one run' },
    ...sinceOption,
    ...receiverOption,
    yes: { kind: 'flag', description: 'do not ask' },
    ...projectOptions,
  },
  examples: [
    `gantry deliveries redeliver ${anId} --to http://127.0.0.1:4280`,
    'gantry deliveries redeliver --since 2h',
    'gantry deliveries redeliver --since 2h --receiver ci.example.com --yes',
  ],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    if ((args.run === undefined) === (options.since === undefined))
      throw new UsageError('Name either one <run>, or give --since for all that failed since then.');
    if (args.run === undefined) return redeliverFailed(call);
    const { client } = await connect(call);
    const run = await client.call('redeliver', { path: { id: args.run }, body: { webhookUrl: options.to } });
    printer.show(run, () => [`${run.id}  delivery ${run.webhookStatus}, to ${clean(run.webhookUrl ?? '')}`]);
  },
});

export const deliveryCommands = [deliveriesList, deliveriesRedeliver];

/** More than this are shown as this many or more: the exact number would change no decision. */
const mostCounted = 1_000;

/** All failed deliveries of a time, in as many calls as it takes. */
async function redeliverFailed(call: CallOf<typeof deliveriesRedeliver>): Promise<undefined> {
  const { options, printer } = call;
  const { since = 0, receiver } = options;
  if (options.to !== undefined) throw new UsageError('--to is for one <run>.');
  const { client, projectId } = await connect(call);
  const path = { projectId: await projectId() };
  const period = { from: timeBefore(since), to: timeBefore(0) };
  const query = { ...period, receiver, status: 'failed' as const, limit: largestPage };
  const failed = await taken(mostCounted, records(client, 'listProjectDeliveries', { path, query }));
  if (failed.length > 0) {
    const many =
      failed.length < mostCounted
        ? counted(failed.length, 'failed result')
        : `${failed.length} or more failed results`;
    await mustBeConfirmed(call, `Deliver ${many} again?`, 'Nothing was delivered.');
  }
  let count = 0;
  let from: string | null = failed.length === 0 ? null : period.from;
  while (from !== null) {
    const answer: Redelivered = await client.call('redeliverMany', {
      path,
      body: { from, to: period.to, status: 'failed', receiver },
    });
    count += answer.count;
    // What fails again meanwhile is not sent once more: only a later time, or a call that found something, goes on.
    from = answer.nextFrom !== null && (answer.count > 0 || answer.nextFrom > from) ? answer.nextFrom : null;
  }
  printer.show({ count }, () => [
    count === 0 ? 'There are no failed deliveries.' : `Delivering ${counted(count, 'result')} again.`,
  ]);
}

function timeBefore(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString();
}
