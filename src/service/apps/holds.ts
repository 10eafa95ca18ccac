import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/database.ts';
import { liveProject } from '../projects/project-store.ts';

/**
 * Keeps a live app for these holders until each has released it. False when the app takes no new holder:
 * deleted, past its time, or not of that project.
 */
export async function takeHolds(
  trx: DatabaseTransaction,
  hold: { projectId: string; appId: string; holderIds: string[] },
): Promise<boolean> {
  const { rows } = await sql<{ app_id: string }>`
    with held as (
      update apps
      set hold_count = hold_count + ${hold.holderIds.length}
      where id = ${hold.appId} and project_id = ${liveProject(hold.projectId)} and deleted_at is null
        and (expires_at is null or expires_at > now())
      returning id
    )
    insert into app_holds (app_id, holder_id)
    select held.id, holder.id from held, unnest(${hold.holderIds}::uuid[]) as holder (id)
    returning app_id
  `.execute(trx);
  return rows.length > 0;
}

/** Releasing what is not held changes nothing. */
export async function releaseHolds(trx: DatabaseTransaction, holderId: string): Promise<void> {
  await sql`
    with released as (
      delete from app_holds where holder_id = ${holderId} returning app_id
    )
    update apps set hold_count = hold_count - 1 from released where apps.id = released.app_id
  `.execute(trx);
}

/** Holds a record from the beginning, in the transaction that makes it. */
export async function holdFromBirth(
  trx: DatabaseTransaction,
  hold: { appId: string; holderIds: string[] },
): Promise<void> {
  await sql`
    with held as (
      update apps set hold_count = ${hold.holderIds.length} where id = ${hold.appId} returning id
    )
    insert into app_holds (app_id, holder_id)
    select held.id, holder.id from held, unnest(${hold.holderIds}::uuid[]) as holder (id)
  `.execute(trx);
}
