import type { Environment } from '../../../client/index.ts';
import type { CommandCall } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findEnvironment } from '../find-named.ts';
import type {
  environmentsCreate,
  environmentsDelete,
  environmentsList,
  environmentsUpdate,
} from '../specs/environments.ts';
import { agoText } from '../terminal/format.ts';
import { type Column, tableLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

export async function list(call: CommandCall<typeof environmentsList>): Promise<undefined> {
  const { printer } = call;
  const { client, projectId } = await connect(call);
  const { environments } = await client.call('listEnvironments', { path: { projectId: await projectId() } });
  const nowMs = Date.now();
  const columns: Array<Column<Environment>> = [
    { title: 'id', value: ({ id }) => id },
    { title: 'name', value: ({ name }) => name, isFlexible: true },
    { title: 'address', value: ({ url }) => url, isFlexible: true },
    { title: 'changed', value: ({ updatedAt }) => agoText(updatedAt, nowMs), isDispensable: true },
  ];
  printer.show({ environments }, () =>
    environments.length === 0
      ? ['There are no environments yet.']
      : tableLines(environments, columns, printer.width),
  );
}

export async function create(call: CommandCall<typeof environmentsCreate>): Promise<undefined> {
  const { args, printer } = call;
  const { client, projectId } = await connect(call);
  const { environment } = await client.call('createEnvironment', {
    path: { projectId: await projectId() },
    body: { name: args.name, url: args.address },
  });
  printer.show({ environment }, () => [lineOf(environment)]);
}

export async function update(call: CommandCall<typeof environmentsUpdate>): Promise<undefined> {
  const { args, options, printer } = call;
  const body = {
    ...(options.name !== undefined && { name: options.name }),
    ...(options.targetUrl !== undefined && { url: options.targetUrl }),
  };
  if (Object.keys(body).length === 0)
    throw new UsageError('Nothing is to be changed: give --name or --target-url.');
  const connection = await connect(call);
  const path = await findEnvironment(connection, args.environment);
  const { environment } = await connection.client.call('updateEnvironment', { path, body });
  printer.show({ environment }, () => [lineOf(environment)]);
}

export async function remove(call: CommandCall<typeof environmentsDelete>): Promise<undefined> {
  const { args, printer } = call;
  const connection = await connect(call);
  const path = await findEnvironment(connection, args.environment);
  await connection.client.call('deleteEnvironment', { path });
  printer.show({ deleted: [path.environmentId] }, () => [`Deleted ${path.environmentId}`]);
}

function lineOf({ id, name, url }: Environment): string {
  return `${id}  ${clean(name)}  ${clean(url)}`;
}
