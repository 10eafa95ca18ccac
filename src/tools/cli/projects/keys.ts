import { type ApiKey, records } from '../../../client/index.ts';
import type { CommandCall } from '../command.ts';
import { connect } from '../connect.ts';
import { pageOf, taken } from '../lists.ts';
import type { keysIssue, keysList, keysRevoke } from '../specs/projects.ts';
import { agoText } from '../terminal/format.ts';
import { type Column, tableLines } from '../terminal/table.ts';

export async function issue(call: CommandCall<typeof keysIssue>): Promise<undefined> {
  const { options, printer } = call;
  const { client, projectId } = await connect(call);
  const body = { name: options.name };
  const { key } = options.admin
    ? await client.call('issueAdminKey', { body })
    : await client.call('issueProjectKey', { path: { projectId: await projectId() }, body });
  printer.show({ key }, () => [key.key]);
  printer.note('Keep it: it is shown only now.');
}

export async function list(call: CommandCall<typeof keysList>): Promise<undefined> {
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
  const columns: Array<Column<ApiKey>> = [
    { title: 'id', value: ({ id }) => id },
    { title: 'name', value: ({ name }) => name, isFlexible: true },
    { title: 'kind', value: ({ kind }) => kind, isDispensable: true },
    { title: 'issued', value: ({ createdAt }) => agoText(createdAt, nowMs), isDispensable: true },
    { title: 'revoked', value: ({ revokedAt }) => (revokedAt === null ? null : agoText(revokedAt, nowMs)) },
  ];
  printer.show({ keys }, () =>
    keys.length === 0 ? ['There are no keys.'] : tableLines(keys, columns, printer.width),
  );
}

export async function revoke(call: CommandCall<typeof keysRevoke>): Promise<undefined> {
  const { args, options, printer } = call;
  const { client, projectId } = await connect(call);
  const keyId = args.key;
  if (options.admin) await client.call('revokeAdminKey', { path: { keyId } });
  else await client.call('revokeProjectKey', { path: { projectId: await projectId(), keyId } });
  printer.show({ revoked: [keyId] }, () => [`Revoked ${keyId}`]);
}
