import type { Call } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import { allGroups, allTests } from '../find-named.ts';
import type { testsApply } from '../specs/tests.ts';
import { problemsIn, readTests } from '../steps/read-tests.ts';
import { counted } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { clean } from '../terminal/text.ts';
import type { Declared } from './declaration.ts';
import { type ExistingGroup, type GroupChange, type Plan, planChanges, type TestChange } from './plan.ts';
import { readTestFiles, refuse } from './test-files.ts';

export async function apply(call: Call<typeof testsApply>): Promise<undefined> {
  const { args, options, printer } = call;
  const declared = await readTestFiles(args.file);
  const connection = await connect(call);
  const existing = { tests: await allTests(connection), groups: await existingGroups(connection, declared) };
  const plan = planChanges(declared, existing, { prune: options.prune });
  refuse(plan.faults);
  if (!options.allowProblems) {
    refuse(
      problemsIn(await readTests(connection, declared.tests)),
      'With --allow-problems they are stored all the same.',
    );
  }
  const ids = new Map(existing.tests.map(({ id, title }) => [title, id]));
  const outcome = options.dryRun ? plan : await carryOut(connection, plan, ids);
  printer.show({ dryRun: options.dryRun, ...documentOf(outcome, ids) }, () =>
    describe(outcome, options.dryRun, printer.style),
  );
}

async function existingGroups(connection: Connection, { hasGroups }: Declared): Promise<ExistingGroup[]> {
  if (!hasGroups) return [];
  const groups: ExistingGroup[] = [];
  for (const group of await allGroups(connection)) {
    const { tests } = await connection.client.call('listTestsOfGroup', { path: { id: group.id } });
    groups.push({ ...group, titles: tests.map(({ test }) => test.title) });
  }
  return groups;
}

/** Tests before the groups that name them; what is to go goes last. `ids` learns the ids of new tests. */
async function carryOut(connection: Connection, plan: Plan, ids: Map<string, string>): Promise<Plan> {
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
  ids: Map<string, string>,
): Promise<void> {
  if (change.action !== 'created' && change.action !== 'changed') return;
  const { title, platform, enabled, steps, device } = change.test;
  const body = { title, platform, enabled, steps, device };
  const { test } =
    change.action === 'changed'
      ? await client.call('updateTest', { path: { id: change.id }, body })
      : await client.call('createTest', { body: { ...body, projectId: await namedProjectId() } });
  ids.set(title, test.id);
}

async function changeGroup(
  { client, namedProjectId }: Connection,
  change: GroupChange,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  if (change.action !== 'created' && change.action !== 'changed') return;
  const { name, runMode, device, tests } = change.group;
  const body = { name, runMode, device };
  const { group } =
    change.action === 'changed'
      ? await client.call('updateGroup', { path: { id: change.id }, body })
      : await client.call('createGroup', { body: { ...body, projectId: await namedProjectId() } });
  if (tests === null) return;
  const testIds = tests.flatMap(({ title }) => ids.get(title) ?? []);
  await client.call('orderTestsOfGroup', { path: { id: group.id }, body: { testIds } });
}

function nameOf(change: TestChange | GroupChange): string {
  if ('test' in change) return change.test.title;
  if ('group' in change) return change.group.name;
  return 'title' in change ? change.title : change.name;
}

function documentOf({ tests, groups }: Plan, ids: ReadonlyMap<string, string>) {
  const entry = (change: TestChange | GroupChange) => ({
    action: change.action,
    ...('id' in change && { id: change.id }),
    ...('changes' in change && change.changes.length > 0 && { changes: change.changes }),
  });
  return {
    tests: tests.map((change) => ({ title: nameOf(change), id: ids.get(nameOf(change)), ...entry(change) })),
    groups: groups.map((change) => ({ name: nameOf(change), ...entry(change) })),
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
