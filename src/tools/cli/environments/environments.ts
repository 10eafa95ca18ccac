import type { Environment } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findEnvironment } from '../find-named.ts';
import { showList } from '../lists.ts';
import { projectOptions } from '../options.ts';
import { agoText } from '../terminal/format.ts';
import { clean } from '../terminal/text.ts';

const environmentArgument = { name: 'environment', description: 'id or name of an environment' } as const;

const environmentsList = defineCommand({
  path: 'environments list',
  summary: 'list the environments of a project, by name',
  args: [],
  options: projectOptions,
  examples: ['gantry environments list'],
  async run(call): Promise<undefined> {
    const { printer } = call;
    const { client, projectId } = await connect(call);
    const { environments } = await client.call('listEnvironments', {
      path: { projectId: await projectId() },
    });
    const nowMs = Date.now();
    showList(printer, { environments }, 'There are no environments yet.', [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name, isFlexible: true },
      { title: 'address', value: ({ url }) => url, isFlexible: true },
      { title: 'changed', value: ({ updatedAt }) => agoText(updatedAt, nowMs), isDispensable: true },
    ]);
  },
});

const environmentsCreate = defineCommand({
  path: 'environments create',
  summary: 'add an environment to a project (admin key)',
  args: [
    { name: 'name', description: 'its name' },
    { name: 'address', description: 'address that web runs test' },
  ],
  options: projectOptions,
  examples: ['gantry environments create Staging https://staging.example.com'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client, projectId } = await connect(call);
    const { environment } = await client.call('createEnvironment', {
      path: { projectId: await projectId() },
      body: { name: args.name, url: args.address },
    });
    printer.show({ environment }, () => [lineOf(environment)]);
  },
});

const environmentsUpdate = defineCommand({
  path: 'environments update',
  summary: 'change the name or the address of an environment (admin key)',
  args: [environmentArgument],
  options: {
    name: { kind: 'text', description: 'new name' },
    targetUrl: { kind: 'url', description: 'address that web runs test from now on' },
    ...projectOptions,
  },
  examples: ['gantry environments update Staging --target-url https://staging-2.example.com'],
  async run(call): Promise<undefined> {
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
  },
});

const environmentsDelete = defineCommand({
  path: 'environments delete',
  summary: 'delete an environment; its runs are kept (admin key)',
  args: [environmentArgument],
  options: projectOptions,
  examples: ['gantry environments delete Staging'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const connection = await connect(call);
    const path = await findEnvironment(connection, args.environment);
    await connection.client.call('deleteEnvironment', { path });
    printer.show({ deleted: [path.environmentId] }, () => [`Deleted ${path.environmentId}`]);
  },
});

export const environmentCommands = [
  environmentsList,
  environmentsCreate,
  environmentsUpdate,
  environmentsDelete,
];

function lineOf({ id, name, url }: Environment): string {
  return `${id}  ${clean(name)}  ${clean(url)}`;
}
