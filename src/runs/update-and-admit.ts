import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { queues, queueTopic } from '../jobs/job.ts';
import { lockProject, type Project, type ProjectChanges, updateProject } from '../projects/project-store.ts';
import { admitRuns } from './end-run.ts';

/** Changes a project and lets in those of its runs that a higher concurrency has room for, before any that come later. */
export async function updateAndAdmit(
  { db, notifications }: { db: Database; notifications: Notifications },
  projectId: string,
  changes: ProjectChanges,
): Promise<Project | null> {
  const { project, admitted } = await db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    const updated = await updateProject(trx, projectId, changes);
    return { project: updated, admitted: updated === null ? [] : await admitRuns(trx, projectId, 0) };
  });
  for (const platform of admitted) notifications.publish(queueTopic(queues.runs(platform)));
  return project;
}
