import {
  GantryError,
  type Group,
  type GroupTest,
  type GroupWebhook,
  records,
} from '../../../client/index.ts';
import type { CommandCall } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import { findGroup, findTests } from '../find-named.ts';
import { pageOf, taken } from '../lists.ts';
import type {
  groupsAdd,
  groupsCreate,
  groupsDelete,
  groupsList,
  groupsRemove,
  groupsShow,
} from '../specs/groups.ts';
import { agoText } from '../terminal/format.ts';
import { type Column, fieldLines, tableLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

export async function list(call: CommandCall<typeof groupsList>): Promise<undefined> {
  const { options, printer } = call;
  const { client, namedProjectId } = await connect(call);
  const query = { limit: pageOf(options.limit), projectId: await namedProjectId() };
  const groups = await taken(options.limit, records(client, 'listGroups', { query }));
  const nowMs = Date.now();
  const columns: Array<Column<Group>> = [
    { title: 'id', value: ({ id }) => id },
    { title: 'name', value: ({ name }) => name, isFlexible: true },
    { title: 'runs', value: ({ runMode }) => runMode, isDispensable: true },
    { title: 'changed', value: ({ updatedAt }) => agoText(updatedAt, nowMs), isDispensable: true },
  ];
  printer.show({ groups }, () =>
    groups.length === 0 ? ['There are no groups yet.'] : tableLines(groups, columns, printer.width),
  );
}

export async function show(call: CommandCall<typeof groupsShow>): Promise<undefined> {
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
}

export async function create(call: CommandCall<typeof groupsCreate>): Promise<undefined> {
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
}

export async function remove(call: CommandCall<typeof groupsDelete>): Promise<undefined> {
  const { args, printer } = call;
  const connection = await connect(call);
  const id = await findGroup(connection, args.group);
  await connection.client.call('deleteGroup', { path: { id } });
  printer.show({ deleted: [id] }, () => [`Deleted ${id}`]);
}

export async function addTests(call: CommandCall<typeof groupsAdd>): Promise<undefined> {
  const { args, options, printer } = call;
  const connection = await connect(call);
  const id = await findGroup(connection, args.group);
  for (const [at, testId] of (await findTests(connection, args.test)).entries()) {
    const position = options.position === undefined ? undefined : options.position + at;
    await connection.client.call('addTestToGroup', { path: { id }, body: { testId, position } });
  }
  const { tests } = await connection.client.call('listTestsOfGroup', { path: { id } });
  printer.show({ tests }, () => tests.map(memberLine));
}

export async function removeTests(call: CommandCall<typeof groupsRemove>): Promise<undefined> {
  const { args, printer } = call;
  const connection = await connect(call);
  const id = await findGroup(connection, args.group);
  const testIds = await findTests(connection, args.test);
  for (const testId of testIds) await connection.client.call('removeTestFromGroup', { path: { id, testId } });
  printer.show({ removed: testIds }, () => testIds.map((testId) => `Took out ${testId}`));
}

/** Null where there is none. */
export async function webhookOf({ client }: Connection, id: string): Promise<GroupWebhook | null> {
  try {
    return (await client.call('getGroupWebhook', { path: { id } })).webhook;
  } catch (error) {
    if (error instanceof GantryError && error.status === 404) return null;
    throw error;
  }
}

function memberLine({ position, enabled, test }: GroupTest): string {
  const isOff = !enabled || !test.enabled;
  return `${String(position).padStart(3)}  ${test.id}  ${clean(test.title)} (${test.platform})${isOff ? '  disabled' : ''}`;
}
