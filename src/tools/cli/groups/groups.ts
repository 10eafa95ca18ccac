import { type GroupTest, records } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { findGroup, findTests } from '../find-named.ts';
import { pageOf, showList, taken } from '../lists.ts';
import { groupArgument, limitOption, projectOptions, testArgument } from '../options.ts';
import { agoText } from '../terminal/format.ts';
import { fieldLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';
import { groupsWebhook, webhookOf } from './webhook.ts';

const groupsList = defineCommand({
  path: 'groups list',
  summary: 'list groups, newest first',
  args: [],
  options: { ...limitOption('50'), ...projectOptions },
  examples: ['gantry groups list'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const { client, namedProjectId } = await connect(call);
    const query = { limit: pageOf(options.limit), projectId: await namedProjectId() };
    const groups = await taken(options.limit, records(client, 'listGroups', { query }));
    const nowMs = Date.now();
    showList(printer, { groups }, 'There are no groups yet.', [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name, isFlexible: true },
      { title: 'runs', value: ({ runMode }) => runMode, isDispensable: true },
      { title: 'changed', value: ({ updatedAt }) => agoText(updatedAt, nowMs), isDispensable: true },
    ]);
  },
});

const groupsShow = defineCommand({
  path: 'groups show',
  summary: 'show a group, its tests in order, and its webhook',
  args: [groupArgument],
  options: projectOptions,
  examples: ['gantry groups show Smoke'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const connection = await connect(call);
    const id = await findGroup(connection, args.group);
    const path = { id };
    const { client } = connection;
    const [group, { tests }, webhook] = await Promise.all([
      client.call('getGroup', { path }),
      client.call('listTestsOfGroup', { path }),
      webhookOf(connection, id),
    ]);
    printer.show({ group, tests, webhook }, () => [
      ...fieldLines([
        ['Group', group.id],
        ['Name', clean(group.name)],
        ['Runs', group.runMode],
        ['Webhook', webhook === null ? 'none' : webhook.enabled ? 'enabled' : 'disabled'],
      ]),
      '',
      ...(tests.length === 0 ? ['It has no tests yet.'] : tests.map(memberLine)),
    ]);
  },
});

const groupsCreate = defineCommand({
  path: 'groups create',
  summary: 'create a group',
  args: [{ name: 'name', description: 'its name' }],
  options: {
    runMode: {
      kind: 'text',
      choices: ['concurrent', 'sequential'],
      fallback: 'concurrent',
      description: 'run the tests at once, or one after the other',
    },
    test: { kind: 'text', placeholder: 'id|title', isRepeatable: true, description: 'add this test' },
    ...projectOptions,
  },
  examples: ['gantry groups create Smoke --test "Sign in" --test Checkout'],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const connection = await connect(call);
    const testIds = await findTests(connection, options.test);
    const projectId = await connection.namedProjectId();
    const { group } = await connection.client.call('createGroup', {
      body: { name: args.name, runMode: options.runMode, projectId },
    });
    if (testIds.length > 0) {
      await connection.client.call('orderTestsOfGroup', { path: { id: group.id }, body: { testIds } });
    }
    printer.show({ group }, () => [`${group.id}  ${clean(group.name)}`]);
  },
});

const groupsDelete = defineCommand({
  path: 'groups delete',
  summary: 'delete a group; its tests are kept',
  args: [groupArgument],
  options: projectOptions,
  examples: ['gantry groups delete Smoke'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const connection = await connect(call);
    const id = await findGroup(connection, args.group);
    await connection.client.call('deleteGroup', { path: { id } });
    printer.show({ deleted: [id] }, () => [`Deleted ${id}`]);
  },
});

const groupsAdd = defineCommand({
  path: 'groups add',
  summary: 'add tests to a group, or move them to another position',
  args: [groupArgument, { ...testArgument, isRepeatable: true }],
  options: {
    position: {
      kind: 'integer',
      range: { min: 1, max: 1_000 },
      description: 'position of the first test, from 1; otherwise the end',
    },
    ...projectOptions,
  },
  examples: ['gantry groups add Smoke "Sign in"', 'gantry groups add Smoke Checkout Search --position 1'],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const connection = await connect(call);
    const id = await findGroup(connection, args.group);
    for (const [at, testId] of (await findTests(connection, args.test)).entries()) {
      const position = options.position === undefined ? undefined : options.position + at;
      await connection.client.call('addTestToGroup', { path: { id }, body: { testId, position } });
    }
    const { tests } = await connection.client.call('listTestsOfGroup', { path: { id } });
    printer.show({ tests }, () => tests.map(memberLine));
  },
});

const groupsRemove = defineCommand({
  path: 'groups remove',
  summary: 'remove tests from a group',
  args: [groupArgument, { ...testArgument, isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry groups remove Smoke "Sign in"'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const connection = await connect(call);
    const id = await findGroup(connection, args.group);
    const testIds = await findTests(connection, args.test);
    for (const testId of testIds)
      await connection.client.call('removeTestFromGroup', { path: { id, testId } });
    printer.show({ removed: testIds }, () => testIds.map((testId) => `Took out ${testId}`));
  },
});

export const groupCommands = [
  groupsList,
  groupsShow,
  groupsCreate,
  groupsDelete,
  groupsAdd,
  groupsRemove,
  groupsWebhook,
];

function memberLine({ position, enabled, test }: GroupTest): string {
  const isOff = !enabled || !test.enabled;
  return `${String(position).padStart(3)}  ${test.id}  ${clean(test.title)} (${test.platform})${isOff ? '  disabled' : ''}`;
}
