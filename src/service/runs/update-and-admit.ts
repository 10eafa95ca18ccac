import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { lockProject, type Project, type ProjectChanges, updateProject } from '../projects/project-store.ts';
import { transactionThatAdmits } from './admit-runs.ts';

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
