import { GantryError, type GroupWebhook, type MadeGroupWebhook } from '../../../client/index.ts';
import { type CallOf, defineCommand } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findGroup } from '../find-named.ts';
import { groupArgument, projectOptions } from '../options.ts';
import { localTimeText } from '../terminal/format.ts';

type WebhookCall = CallOf<typeof groupsWebhook>;

export const groupsWebhook = defineCommand({
  path: 'groups webhook',
  summary: 'make, rotate, disable or delete the webhook of a group',
  details:
    'The address contains a secret, which is shown only when you make or rotate it. The old address then stops working.',
  args: [
    groupArgument,
    {
      name: 'action',
      description: 'show by default',
      choices: ['show', 'make', 'rotate', 'disable', 'enable', 'delete'],
      isOptional: true,
    },
  ],
  options: projectOptions,
  examples: ['gantry groups webhook Smoke make', 'gantry groups webhook Smoke disable'],
  async run(call): Promise<undefined> {
    const connection = await connect(call);
    const id = await findGroup(connection, call.args.group);
    await actions[call.args.action ?? 'show']?.(call, connection, id);
  },
});

type Action = (call: WebhookCall, connection: Connection, id: string) => Promise<void>;

const actions: Record<string, Action> = {
  async show({ printer }, connection, id) {
    const found = await webhookOf(connection, id);
    printer.show({ webhook: found }, () => {
      if (found === null) return ['It has no webhook.'];
      const state = found.enabled ? 'enabled' : 'disabled';
      return [`${found.id}  ${state}, made ${localTimeText(found.createdAt)}`];
    });
  },
  async make(call, connection, id) {
    if ((await webhookOf(connection, id)) !== null) {
      throw new UsageError(
        'It has a webhook already. "rotate" gives it a new secret; the former address is then dead.',
      );
    }
    await makeOrRotate(call, connection, id);
  },
  async rotate(call, connection, id) {
    if ((await webhookOf(connection, id)) === null) throw new UsageError('It has no webhook yet: "make" it.');
    await makeOrRotate(call, connection, id);
  },
  disable: (call, connection, id) => setEnabled(call, connection, id, false),
  enable: (call, connection, id) => setEnabled(call, connection, id, true),
  async delete({ printer }, { client }, id) {
    await client.call('deleteGroupWebhook', { path: { id } });
    printer.show({ deleted: true }, () => ['The webhook is deleted.']);
  },
};

async function makeOrRotate({ printer }: WebhookCall, { client }: Connection, id: string): Promise<void> {
  const made: { webhook: MadeGroupWebhook } = await client.call('makeGroupWebhook', { path: { id } });
  printer.show(made, () => [made.webhook.url]);
  printer.note('Everyone who has this address can start the group. It is shown only now.');
}

async function setEnabled(
  { printer }: WebhookCall,
  { client }: Connection,
  id: string,
  enabled: boolean,
): Promise<void> {
  const answer = await client.call('updateGroupWebhook', { path: { id }, body: { enabled } });
  printer.show(answer, () => [`The webhook is ${enabled ? 'enabled' : 'disabled'}.`]);
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
