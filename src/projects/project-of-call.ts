import type { Database } from '../database/database.ts';
import { notFound, PublicError } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import type { Principal } from './api-key.ts';
import { findProject, listProjects } from './project-store.ts';

/**
 * The project of a call that names it outside of its path. A project key implies its own; an admin key may leave it out
 * when there is exactly one.
 */
export async function projectOfCall(
  db: Database,
  principal: Principal | null,
  requested: string | null | undefined,
): Promise<string> {
  if (principal?.kind === 'project') {
    if (requested != null && requested !== principal.projectId) throw notFound('project');
    return principal.projectId;
  }
  if (requested != null) {
    if (!isUuid(requested) || (await findProject(db, requested)) === null) throw notFound('project');
    return requested;
  }
  const [first, ...others] = await listProjects(db, { limit: 2 });
  if (first !== undefined && others.length === 0) return first.id;
  const reason = first === undefined ? 'the service has no project' : 'the service has several projects';
  throw new PublicError('ValidationError', `projectId: is required with an admin key, since ${reason}`);
}
