import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Lease } from '../jobs/job.ts';

export const maxScreenBytes = 256 * 1024;
/** An older picture is not what is on the screen now. */
const freshSeconds = 3;

interface Screen {
  isRunning: boolean;
  jpeg: Buffer | null;
}

/** Null where there is no such run. `projectId` null stands for a caller who may see all projects. */
export async function findScreen(
  db: Database,
  runId: string,
  projectId: string | null,
): Promise<Screen | null> {
  const { rows } = await sql<Screen>`
    select runs.status = 'running' as "isRunning",
      case when runs.status = 'running' and run_screens.at > now() - make_interval(secs => ${freshSeconds})
        then run_screens.jpeg end as jpeg
    from runs
    join projects on projects.id = runs.project_id and projects.deleted_at is null
    left join run_screens on run_screens.run_id = runs.id
    where runs.id = ${runId} and (${projectId}::uuid is null or runs.project_id = ${projectId}::uuid)
  `.execute(db);
  return rows[0] ?? null;
}

/** In the place of the one before, where the lease is still held. */
export async function writeScreen(db: Database, lease: Lease, runId: string, jpeg: Buffer): Promise<void> {
  await sql`
    insert into run_screens (run_id, jpeg, at)
    select ${runId}::uuid, ${jpeg}::bytea, clock_timestamp()
    from jobs where id = ${lease.id} and claim_token = ${lease.claimToken}::uuid
    on conflict (run_id) do update set jpeg = excluded.jpeg, at = excluded.at
  `.execute(db);
}

export async function removeScreen(db: Database, runId: string): Promise<void> {
  await db.deleteFrom('run_screens').where('run_id', '=', runId).execute();
}
