import { notFound, PublicError } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import type { Principal } from './api-key.ts';
import { listProjects, requireProject } from './project-store.ts';

/**
 * The project of a call that names it outside of its path. A project key implies its own; an admin key may leave it out
 * when there is exactly one. Whether a project that is named exists is the caller's to find out.
 */
export async function projectOfCall(
  db: Database,
  principal: Principal,
  requested: string | null | undefined,
): Promise<string> {
  if (requested != null && !isUuid(requested)) throw notFound('project');
  if (principal.kind === 'project') {
    if (requested != null && requested !== principal.projectId) throw notFound('project');
    return principal.projectId;
  }
  return requested ?? (await onlyProject(db));
}

/** As above, for calls that would otherwise not notice that it does not exist. */
export async function liveProjectOfCall(...call: Parameters<typeof projectOfCall>): Promise<string> {
  const id = await projectOfCall(...call);
  await requireProject(call[0], id);
  return id;
}

/** Of a list: undefined for all projects, which only an admin key may see. */
export async function projectFilter(
  db: Database,
  principal: Principal,
  requested: string | undefined,
): Promise<string | undefined> {
  const isAnyProject = requested === undefined && principal.kind === 'admin';
  return isAnyProject ? undefined : liveProjectOfCall(db, principal, requested);
}

async function onlyProject(db: Database): Promise<string> {
  const [first, ...others] = await listProjects(db, { limit: 2 });
  if (first !== undefined && others.length === 0) return first.id;
  const reason = first === undefined ? 'the service has no project' : 'the service has several projects';
  throw new PublicError('ValidationError', `projectId: is required with an admin key, since ${reason}`);
}
