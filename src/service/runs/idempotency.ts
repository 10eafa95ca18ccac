import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { PublicError } from '../../kernel/errors.ts';
import type { DatabaseTransaction } from '../database/database.ts';

export interface IdempotencyKey {
  /** The project, or the webhook, that it belongs to. */
  scope: string;
  route: string;
  key: string;
  /** What was asked for; its members must always come in the same order. */
  request: unknown;
}

export const idempotencyLifetime = sql`interval '24 hours'`;

/**
 * Takes the key in the caller's transaction, so that it commits with what is made under it. Null means: make it now;
 * otherwise the key was used before, and this is what was made then. Waits for another call that is using it.
 */
export async function takeIdempotencyKey<Result>(
  trx: DatabaseTransaction,
  { scope, route, key, request }: IdempotencyKey,
  result: Result,
): Promise<Result | null> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest();
  const taken = await sql`
    insert into idempotency_keys as kept (scope, route, key, body_hash, result)
    values (${scope}, ${route}, ${key}, ${hash}, ${JSON.stringify(result)})
    on conflict (scope, route, key) do update
    set body_hash = excluded.body_hash, result = excluded.result, created_at = now()
    where kept.created_at < now() - ${idempotencyLifetime}
    returning key
  `.execute(trx);
  if (taken.rows.length > 0) return null;
  const kept = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'result'])
    .where('scope', '=', scope)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!hash.equals(kept.body_hash)) {
    throw new PublicError('Conflict', 'This Idempotency-Key was used with another body; take a new one.');
  }
  // Written by this same function, under the same route.
  return kept.result as Result;
}
