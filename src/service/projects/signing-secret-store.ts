import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';

export type StoredSecret = Pick<Row<'signing_secrets'>, 'project_id' | 'secret' | 'retires_at'>;

export interface SealedSecret {
  id: string;
  projectId: string;
  sealed: Buffer;
}

/** Newest first within each project. The current one has no `retires_at`. */
export async function findLiveSecrets(
  db: Database | DatabaseTransaction,
  projectIds: string[],
): Promise<StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    select project_id, secret, retires_at
    from signing_secrets
    where project_id = any(${projectIds}::uuid[]) and (retires_at is null or retires_at > now())
    order by project_id, retires_at desc nulls first, id desc
  `.execute(db);
  return rows;
}

/**
 * Gives each of these projects its first secret, unless it has a current one by then. Waits for a rotation under way:
 * between its two steps a project has no current secret, and one made there would be in the way of the new one.
 * Projects are locked in the order of their ids, or two workers that ask for the same ones could wait for each other.
 */
export async function insertMissingSecrets(db: Database, secrets: SealedSecret[]): Promise<void> {
  await sql`
    insert into signing_secrets (id, project_id, secret)
    select fresh.id, projects.id, fresh.secret
    from unnest(
      ${secrets.map(({ id }) => id)}::uuid[],
      ${secrets.map(({ projectId }) => projectId)}::uuid[],
      ${secrets.map(({ sealed }) => sealed)}::bytea[]
    ) as fresh (id, project_id, secret)
    join projects on projects.id = fresh.project_id
    order by projects.id
    for no key update of projects
    on conflict (project_id) where retires_at is null do nothing
  `.execute(db);
}

/** The current secret begins to retire and this one takes its place. False when the project does not exist. */
export async function replaceCurrentSecret(
  trx: DatabaseTransaction,
  { id, projectId, sealed }: SealedSecret,
  { overlapSeconds, maxLive }: { overlapSeconds: number; maxLive: number },
): Promise<boolean> {
  const project = await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (project === undefined) return false;
  // The time under the lock, not the transaction's own: rotations that waited for each other retire in their order.
  await sql`
    update signing_secrets
    set retires_at = clock_timestamp() + make_interval(secs => ${overlapSeconds})
    where project_id = ${projectId} and retires_at is null
  `.execute(trx);
  await trx.insertInto('signing_secrets').values({ id, project_id: projectId, secret: sealed }).execute();
  await sql`
    delete from signing_secrets
    where project_id = ${projectId} and id not in (
      select id from signing_secrets
      where project_id = ${projectId} and (retires_at is null or retires_at > clock_timestamp())
      order by retires_at desc nulls first, id desc
      limit ${maxLive}
    )
  `.execute(trx);
  return true;
}
