import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { queues, queueTopic, runQueuePrefix } from '../jobs/job.ts';
import { lockProject, type Project, type ProjectChanges, updateProject } from '../projects/project-store.ts';

/**
 * Gives jobs to the project's oldest waiting runs, as far as its concurrency allows. `ended` runs or imports give their
 * places back. The transaction has locked the project before.
 */
export type Admit = (projectId: string, ended: 0 | 1) => Promise<void>;

/** A transaction that can admit runs. The workers are notified of the admitted ones after its commit. */
export async function transactionThatAdmits<Result>(
  { db, notifications }: { db: Database; notifications: Pick<Notifications, 'publish'> },
  work: (trx: DatabaseTransaction, admit: Admit) => Promise<Result>,
): Promise<Result> {
  const platforms = new Set<string>();
  const result = await db.transaction().execute((trx) =>
    work(trx, async (projectId, ended) => {
      const { rows } = await admitStatement(projectId, ended).execute(trx);
      for (const platform of rows[0]?.platforms ?? []) platforms.add(platform);
    }),
  );
  for (const platform of platforms) notifications.publish(queueTopic(queues.runs(platform)));
  return result;
}

/** Changes a project and admits those of its runs that a higher concurrency has room for, before any later ones. */
export function updateAndAdmit(
  parts: { db: Database; notifications: Notifications },
  projectId: string,
  changes: ProjectChanges,
): Promise<Project | null> {
  return transactionThatAdmits(parts, async (trx, admit) => {
    await lockProject(trx, projectId);
    const updated = await updateProject(trx, projectId, changes);
    if (updated !== null) await admit(projectId, 0);
    return updated;
  });
}

/** Microseconds keep the order of those that are admitted together. */
function admitStatement(projectId: string, ended: number): RawBuilder<{ platforms: string[] }> {
  return sql`
  with project as materialized (
    select id, greatest(concurrency - (active_runs - ${ended}::int), 0) as room from projects where id = ${projectId}
  ), next as materialized (
    select id, platform from runs
    where project_id = ${projectId} and status = 'queued' and job_id is null and waits_for is null
    order by id
    limit (select room from project)
    for update
  ), job as (
    insert into jobs (queue, name, payload, due_at)
    select ${runQueuePrefix} || platform, 'run.execute', jsonb_build_object('runId', id),
      statement_timestamp() + (row_number() over (order by id) - count(*) over ()) * interval '1 microsecond'
    from next
    returning id, (payload->>'runId')::uuid as run_id
  ), admitted as (
    update runs set job_id = job.id from job where runs.id = job.run_id returning runs.platform
  )
  update projects
  set active_runs = active_runs - ${ended}::int + (select count(*) from admitted)
  where id = ${projectId}
  returning array(select distinct platform from admitted) as platforms`;
}
