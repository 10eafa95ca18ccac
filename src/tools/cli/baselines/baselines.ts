import { type Baseline, type GantryClient, records } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findTests } from '../find-named.ts';
import { pageOf, showList, taken } from '../lists.ts';
import { anId, connectionOptions, limitOption, projectOptions } from '../options.ts';
import { agoText } from '../terminal/format.ts';
import { clean } from '../terminal/text.ts';

const baselinesList = defineCommand({
  path: 'baselines list',
  summary: 'list the pictures that tests compare their pages with, newest first',
  args: [],
  options: {
    test: { kind: 'text', placeholder: 'test', description: 'only those of this test, by its id or title' },
    run: {
      kind: 'text',
      placeholder: 'run',
      description: 'only those with a waiting picture from this run',
    },
    waiting: { kind: 'flag', description: 'only those with a picture that waits for approval' },
    ...limitOption('50'),
    ...projectOptions,
  },
  examples: ['gantry baselines list --waiting', 'gantry baselines list --test Checkout'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const connection = await connect(call);
    const { client, namedProjectId } = connection;
    const [testId] = options.test === undefined ? [] : await findTests(connection, [options.test]);
    const query = {
      limit: pageOf(options.limit),
      projectId: await namedProjectId(),
      testId,
      runId: options.run,
      status: options.waiting ? ('waiting' as const) : undefined,
    };
    const baselines = await taken(options.limit, records(client, 'listBaselines', { query }));
    const nowMs = Date.now();
    showList(printer, { baselines }, 'There are none.', [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => clean(name), isFlexible: true },
      { title: 'window', value: ({ viewport: { width, height } }) => `${width} × ${height}` },
      { title: 'browser', value: ({ browser }) => browser, isDispensable: true },
      { title: 'status', value: ({ status }) => status },
      { title: 'changed', value: (baseline) => agoText(lastChange(baseline), nowMs), isDispensable: true },
    ]);
  },
});

const baselinesApprove = defineCommand({
  path: 'baselines approve',
  summary: 'approve waiting pictures; later runs compare with them',
  args: [{ name: 'baseline', description: 'id of a baseline', isOptional: true, isRepeatable: true }],
  options: {
    run: { kind: 'text', placeholder: 'run', description: 'approve all waiting pictures of this run' },
    ...connectionOptions,
  },
  examples: [`gantry baselines approve ${anId}`, `gantry baselines approve --run ${anId}`],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const { run: runId } = options;
    if ((runId === undefined) === (args.baseline.length === 0))
      throw new UsageError('Name baselines by their ids, or a run by --run.');
    const { client } = await connect(call);
    const ids = runId === undefined ? args.baseline : await idsOfRun(client, runId);
    const baselines: Baseline[] = [];
    for (const id of ids) {
      const answer = await client.call('approveBaseline', { path: { id }, body: { runId } });
      baselines.push(answer.baseline);
    }
    printer.show({ baselines }, () =>
      baselines.length === 0
        ? ['No picture of this run waits for approval.']
        : baselines.map(({ id, name }) => `Approved ${id}  ${clean(name)}`),
    );
  },
});

const baselinesDelete = defineCommand({
  path: 'baselines delete',
  summary: 'delete baselines with their pictures; the next run creates new ones',
  args: [{ name: 'baseline', description: 'id of a baseline', isRepeatable: true }],
  options: connectionOptions,
  examples: [`gantry baselines delete ${anId}`],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client } = await connect(call);
    for (const id of args.baseline) await client.call('deleteBaseline', { path: { id } });
    printer.show({ deleted: args.baseline }, () => args.baseline.map((id) => `Deleted ${id}`));
  },
});

export const baselineCommands = [baselinesList, baselinesApprove, baselinesDelete];

async function idsOfRun(client: GantryClient, runId: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of records(client, 'listBaselines', { query: { runId } })) ids.push(id);
  return ids;
}

function lastChange({ candidate, approvedAt, createdAt }: Baseline): string {
  return candidate?.createdAt ?? approvedAt ?? createdAt;
}
