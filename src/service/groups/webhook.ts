import { sql } from 'kysely';
import { orNotFound } from '../../kernel/errors.ts';
import { isUuid, newId, randomText } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import { hashSecret, secretMatches } from '../projects/api-key.ts';
import type { Group } from './group-store.ts';

interface MadeWebhook {
  id: string;
  /** Shown once; only its hash is kept. */
  secret: string;
}

const secretLength = 43;

/** Makes the group's webhook, or gives it a new secret; the former one is dead at once. */
export async function makeWebhook(db: Database, groupId: string): Promise<MadeWebhook> {
  const secret = randomText(secretLength);
  const { rows } = await sql<{ id: string }>`
    with live_group as (select id from groups where id = ${groupId} for key share)
    insert into group_webhooks (id, group_id, secret_hash)
    select ${newId()}, id, ${hashSecret(secret)} from live_group
    on conflict (group_id) do update set secret_hash = excluded.secret_hash, enabled = true
    returning id
  `.execute(db);
  return { id: orNotFound(rows[0], 'group').id, secret };
}

export async function findWebhook(
  db: Database,
  groupId: string,
): Promise<{ id: string; enabled: boolean; created_at: Date } | null> {
  const webhook = await db
    .selectFrom('group_webhooks')
    .select(['id', 'enabled', 'created_at'])
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  return webhook ?? null;
}

export async function enableWebhook(db: Database, groupId: string, enabled: boolean): Promise<void> {
  await db.updateTable('group_webhooks').set({ enabled }).where('group_id', '=', groupId).execute();
}

/** Its id; null where there was none. */
export async function deleteWebhook(db: Database, groupId: string): Promise<string | null> {
  const webhook = await db
    .deleteFrom('group_webhooks')
    .where('group_id', '=', groupId)
    .returning('id')
    .executeTakeFirst();
  return webhook?.id ?? null;
}

/** Null for a wrong id and for a wrong secret, after the same work. */
export async function authenticateWebhook(
  db: Database,
  id: string,
  secret: string,
): Promise<{ group: Group; webhookId: string; enabled: boolean } | null> {
  const { rows } = await sql<Group & { webhook_id: string; secret_hash: Buffer; webhook_enabled: boolean }>`
    select groups.*, webhook.id as webhook_id, webhook.secret_hash, webhook.enabled as webhook_enabled
    from group_webhooks as webhook
    join groups on groups.id = webhook.group_id
    join projects on projects.id = groups.project_id and projects.deleted_at is null
    where webhook.id = ${isUuid(id) ? id : newId()}
  `.execute(db);
  const [found] = rows;
  if (!secretMatches(hashSecret(secret), found?.secret_hash) || found === undefined) return null;
  const { webhook_id, secret_hash: _secretHash, webhook_enabled, ...group } = found;
  return { group, webhookId: webhook_id, enabled: webhook_enabled };
}
