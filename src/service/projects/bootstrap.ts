import { sql } from 'kysely';
import { StartupError } from '../../kernel/errors.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { type KeyParts, newKey, parseKey } from './api-key.ts';
import { ensureAdminKey, insertKey, oldestAdminKey } from './api-key-store.ts';
import { insertProject, listProjects } from './project-store.ts';
import { endFormerSessions } from './session-store.ts';
import { issueCode } from './sign-in.ts';

export interface Bootstrap {
  /** Only at the first start, and only when no key was named by the operator. */
  newKey: string | null;
  /** The one project, when there is exactly one. */
  projectId: string | null;
  /** Signs a browser in once, as an admin; null where none was wanted. */
  signInCode: string | null;
}

const bootstrapLock = 4270;
export const firstCodeSeconds = 600;

/** Gives an empty service its first project and key, and makes sure that the operator's own key works. */
export async function bootstrap(
  db: Database,
  operatorKey: string | undefined,
  { withSignIn }: { withSignIn: boolean },
): Promise<Bootstrap> {
  const operator = operatorKey === undefined ? null : parseKey(operatorKey);
  const { issued, signInCode } = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${bootstrapLock})`.execute(trx);
    const issued = await ensureAccess(trx, operator);
    const publicId = (issued ?? operator)?.publicId ?? (await oldestAdminKey(trx));
    const code = withSignIn && publicId !== null ? await issueCode(trx, publicId, firstCodeSeconds) : null;
    return { issued, signInCode: code?.code ?? null };
  });
  const projects = await listProjects(db, { limit: 2 });
  return {
    newKey: issued?.key ?? null,
    projectId: projects.length === 1 ? (projects[0]?.id ?? null) : null,
    signInCode,
  };
}

/** The key that it had to make, or null. */
async function ensureAccess(
  trx: DatabaseTransaction,
  operator: KeyParts | null,
): Promise<ReturnType<typeof newKey> | null> {
  if (operator !== null) {
    await endFormerSessions(trx, operator);
    if (!(await ensureAdminKey(trx, operator))) {
      throw new StartupError(
        "GANTRY_ADMIN_KEY names a project's key, which stays that: name another key, or a new one.",
      );
    }
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
  return fresh;
}
