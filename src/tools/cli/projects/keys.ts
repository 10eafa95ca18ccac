import { records } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { pageOf, showList, taken } from '../lists.ts';
import { limitOption, projectOptions } from '../options.ts';
import { agoText } from '../terminal/format.ts';

const keysIssue = defineCommand({
  path: 'keys issue',
  summary: 'issue an API key and print it once (admin key)',
  args: [],
  options: {
    name: { kind: 'text', description: 'what it is for' },
    admin: {
      kind: 'flag',
      description: 'an admin key, for all projects and their management, instead of a project key',
    },
    ...projectOptions,
  },
  examples: ['gantry keys issue --project Shop --name CI', 'gantry keys issue --admin --name alice'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const { client, projectId } = await connect(call);
    const body = { name: options.name };
    const { key } = options.admin
      ? await client.call('issueAdminKey', { body })
      : await client.call('issueProjectKey', { path: { projectId: await projectId() }, body });
    printer.show({ key }, () => [key.key]);
    printer.note('Keep it: it is shown only now.');
  },
});

const keysList = defineCommand({
  path: 'keys list',
  summary: 'list API keys by their public part (admin key)',
  args: [],
  options: {
    admin: { kind: 'flag', description: 'admin keys, instead of the keys of a project' },
    ...limitOption('50'),
    ...projectOptions,
  },
  examples: ['gantry keys list --project Shop'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const { client, projectId } = await connect(call);
    const query = { limit: pageOf(options.limit) };
    const keys = await taken(
      options.limit,
      options.admin
        ? records(client, 'listAdminKeys', { query })
        : records(client, 'listProjectKeys', { path: { projectId: await projectId() }, query }),
    );
    const nowMs = Date.now();
    showList(printer, { keys }, 'There are no keys.', [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name, isFlexible: true },
      { title: 'kind', value: ({ kind }) => kind, isDispensable: true },
      { title: 'issued', value: ({ createdAt }) => agoText(createdAt, nowMs), isDispensable: true },
      { title: 'revoked', value: ({ revokedAt }) => (revokedAt === null ? null : agoText(revokedAt, nowMs)) },
    ]);
  },
});

const keysRevoke = defineCommand({
  path: 'keys revoke',
  summary: 'revoke an API key; it stops working at once (admin key)',
  args: [{ name: 'key', description: 'public part of the key, as the list shows it' }],
  options: {
    admin: { kind: 'flag', description: 'an admin key, instead of a project key' },
    ...projectOptions,
  },
  examples: ['gantry keys revoke kT3xAmPl3s0n --project Shop'],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const { client, projectId } = await connect(call);
    const keyId = args.key;
    if (options.admin) await client.call('revokeAdminKey', { path: { keyId } });
    else await client.call('revokeProjectKey', { path: { projectId: await projectId(), keyId } });
    printer.show({ revoked: [keyId] }, () => [`Revoked ${keyId}`]);
  },
});

export const keyCommands = [keysIssue, keysList, keysRevoke];
