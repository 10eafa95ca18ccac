import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { StartupError } from '../kernel/errors.ts';
import { newKey, parseKey } from './api-key.ts';
import { ensureAdminKey, insertKey } from './api-key-store.ts';
import { insertProject, listProjects } from './project-store.ts';

export interface Bootstrap {
  /** Only at the first start, and only when no key was named by the operator. */
  newKey: string | null;
  /** The one project, when there is exactly one. */
  projectId: string | null;
}

const bootstrapLock = 4270;

/** Gives an empty service its first project and key, and makes sure that the operator's own key works. */
export async function bootstrap(db: Database, operatorKey: string | undefined): Promise<Bootstrap> {
  const operator = operatorKey === undefined ? null : parseKey(operatorKey);
  const issued = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${bootstrapLock})`.execute(trx);
    if (operator !== null && !(await ensureAdminKey(trx, operator))) {
      throw new StartupError(
        "GANTRY_ADMIN_KEY names a project's key, which stays that: name another key, or a new one.",
      );
    }
    const { rows } = await sql<{ empty: boolean }>`select not exists (select from projects) as empty`.execute(
      trx,
    );
    if (!rows[0]?.empty) return null;
    const anyKey = await trx.selectFrom('api_keys').select('public_id').limit(1).executeTakeFirst();
    if (anyKey !== undefined && operator === null) return null;
    await insertProject(trx, { name: 'Default', webhookUrl: null, targetUrl: null });
    if (operator !== null) return null;
    const fresh = newKey();
    await insertKey(trx, fresh, { projectId: null, name: 'first start' });
    return fresh.key;
  });
  const projects = await listProjects(db, { limit: 2 });
  return { newKey: issued, projectId: projects.length === 1 ? (projects[0]?.id ?? null) : null };
}
