import { defineCommand } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import { filesArgument, projectOptions } from '../options.ts';
import { counted } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { clean } from '../terminal/text.ts';
import { review } from './check.ts';
import type { GroupChange, Plan, TestChange } from './plan.ts';
import { faultText, readTestFiles, refuse } from './test-files.ts';

export const testsApply = defineCommand({
  path: 'tests apply',
  summary: 'make tests and groups match YAML files',
  details:
    'It finds a test by its title and a group by its name, and leaves alone what already matches the files. If a file has a fault or a sentence would not be understood, it changes nothing.',
  args: [filesArgument],
  options: {
    prune: {
      kind: 'flag',
      description: 'delete tests that no file names, and groups too if the files have any',
    },
    dryRun: { kind: 'flag', description: 'print what would change, and change nothing' },
    force: { kind: 'flag', description: 'also store sentences that would not be understood' },
    ...projectOptions,
  },
  examples: ['gantry tests apply tests.yaml', 'gantry tests apply e2e/ --prune --dry-run'],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const command = 'tests apply';
    const before = 'Nothing was changed:';
    const declared = await readTestFiles(args.file);
    refuse(declared.faults, { command, before });
    const connection = await connect(call);
    const { plan, existing, problems } = await review(connection, declared, {
      prune: options.prune,
      status: printer.status,
    });
    const isForced = options.force || problems.length === 0;
    refuse([...plan.faults, ...(isForced ? [] : problems)], {
      command,
      before,
      after: isForced ? undefined : 'With --force, sentences that would not be understood are stored anyway.',
    });
    for (const problem of problems) printer.note(faultText(problem));
    const ids: Ids = {
      tests: new Map(existing.tests.map(({ id, title }) => [title, id])),
      groups: new Map(existing.groups.map(({ id, name }) => [name, id])),
    };
    const outcome = options.dryRun ? plan : await execute(connection, plan, ids);
    printer.show({ dryRun: options.dryRun, ...documentOf(outcome, ids) }, () =>
      describe(outcome, options.dryRun, printer.style),
    );
  },
});

/** By title and name; learns those of what is created. */
interface Ids {
  tests: Map<string, string>;
  groups: Map<string, string>;
}

/** Tests before the groups that name them; deletions come last. */
async function execute(connection: Connection, plan: Plan, ids: Ids): Promise<Plan> {
  for (const change of plan.tests) await changeTest(connection, change, ids);
  for (const change of plan.groups) await changeGroup(connection, change, ids);
  const { client } = connection;
  for (const change of plan.groups) {
    if (change.action === 'deleted') await client.call('deleteGroup', { path: { id: change.id } });
  }
  for (const change of plan.tests) {
    if (change.action === 'deleted') await client.call('deleteTest', { path: { id: change.id } });
  }
  return plan;
}

async function changeTest(
  { client, namedProjectId }: Connection,
  change: TestChange,
  ids: Ids,
): Promise<void> {
  if (change.action !== 'created' && change.action !== 'changed') return;
  const { title, platform, enabled, steps, device } = change.test;
  const body = { title, platform, enabled, steps, device };
  const { test } =
    change.action === 'changed'
      ? await client.call('updateTest', { path: { id: change.id }, body })
      : await client.call('createTest', { body: { ...body, projectId: await namedProjectId() } });
  ids.tests.set(title, test.id);
}

async function changeGroup(
  { client, namedProjectId }: Connection,
  change: GroupChange,
  ids: Ids,
): Promise<void> {
  if (change.action !== 'created' && change.action !== 'changed') return;
  const { name, runMode, device, tests } = change.group;
  const body = { name, runMode, device };
  const { group } =
    change.action === 'changed'
      ? await client.call('updateGroup', { path: { id: change.id }, body })
      : await client.call('createGroup', { body: { ...body, projectId: await namedProjectId() } });
  ids.groups.set(name, group.id);
  if (tests === null) return;
  const testIds = tests.flatMap(({ title }) => ids.tests.get(title) ?? []);
  await client.call('orderTestsOfGroup', { path: { id: group.id }, body: { testIds } });
}

function nameOf(change: TestChange | GroupChange): string {
  if ('test' in change) return change.test.title;
  if ('group' in change) return change.group.name;
  return 'title' in change ? change.title : change.name;
}

function documentOf({ tests, groups }: Plan, ids: Ids) {
  const entry = (change: TestChange | GroupChange) => ({
    action: change.action,
    ...('id' in change && { id: change.id }),
    ...('changes' in change && change.changes.length > 0 && { changes: change.changes }),
  });
  return {
    tests: tests.map((change) => ({
      title: nameOf(change),
      id: ids.tests.get(nameOf(change)),
      ...entry(change),
    })),
    groups: groups.map((change) => ({
      name: nameOf(change),
      id: ids.groups.get(nameOf(change)),
      ...entry(change),
    })),
  };
}

const marks = { created: '+', changed: '~', unchanged: '=', deleted: '-' } as const;

function describe({ tests, groups }: Plan, isDryRun: boolean, style: Style): string[] {
  const paint = { created: style.green, changed: style.yellow, unchanged: style.dim, deleted: style.red };
  const line = (noun: string) => (change: TestChange | GroupChange) => {
    const what = 'changes' in change && change.changes.length > 0 ? ` (${change.changes.join(', ')})` : '';
    return paint[change.action](`${marks[change.action]} ${noun} ${clean(nameOf(change))}${what}`);
  };
  const all = [...tests, ...groups];
  const count = (action: TestChange['action']) => all.filter((change) => change.action === action).length;
  const sum = `${count('created')} created, ${count('changed')} changed, ${count('unchanged')} unchanged, ${count('deleted')} deleted`;
  return [
    ...tests.filter(({ action }) => action !== 'unchanged').map(line('test')),
    ...groups.filter(({ action }) => action !== 'unchanged').map(line('group')),
    isDryRun ? `Nothing was changed. It would be: ${sum}.` : `${counted(all.length, 'thing')}: ${sum}.`,
  ];
}
