import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import type { KeyParts } from './api-key.ts';
import { type SessionParts, sessionSeconds } from './session.ts';

export type Session = Pick<Row<'sessions'>, 'id' | 'key_id' | 'created_at' | 'expires_at'>;

/** Null when the key does not work any more. */
export function insertSession(
  db: Database,
  session: SessionParts,
  publicId: string,
): Promise<Session | null> {
  return insertSessionOf(db, session, sql`select public_id from ${liveKeys} and public_id = ${publicId}`);
}

/** Null when there is no such code, when its time is over, or when its key does not work any more. */
export function exchangeCode(db: Database, session: SessionParts, codeHash: Buffer): Promise<Session | null> {
  return insertSessionOf(
    db,
    session,
    sql`select public_id from ${liveKeys} and public_id in (select key_id from spent where expires_at > now())`,
    sql`spent as (delete from sign_in_codes where code_hash = ${codeHash} returning key_id, expires_at),`,
  );
}

/** Whose key the code would sign in, and leaves the code unused. Null as for `exchangeCode`. */
export async function findCodeOwner(
  db: Database,
  codeHash: Buffer,
): Promise<Pick<Row<'api_keys'>, 'public_id' | 'project_id'> | null> {
  const { rows } = await sql<Pick<Row<'api_keys'>, 'public_id' | 'project_id'>>`
    select public_id, project_id from ${liveKeys} and public_id in (
      select key_id from sign_in_codes where code_hash = ${codeHash} and expires_at > now())
  `.execute(db);
  return rows[0] ?? null;
}

const liveKeys = sql`
  api_keys left join projects on projects.id = api_keys.project_id
  where revoked_at is null and projects.deleted_at is null`;

/** Locks the key, so that a revocation that comes meanwhile ends this session too. */
async function insertSessionOf(
  db: Database,
  { id, secretHash }: SessionParts,
  key: RawBuilder<unknown>,
  before: RawBuilder<unknown> = sql``,
): Promise<Session | null> {
  const { rows } = await sql<Session>`
    with ${before} key as (${key} for share of api_keys)
    insert into sessions (id, key_id, secret_hash, expires_at)
    select ${id}, public_id, ${secretHash},
      date_trunc('milliseconds', now()) + make_interval(secs => ${sessionSeconds})
    from key
    returning id, key_id, created_at, expires_at
  `.execute(db);
  return rows[0] ?? null;
}

/** Null when the key does not work any more. */
export async function insertCode(
  db: Database | DatabaseTransaction,
  { codeHash, publicId, seconds }: { codeHash: Buffer; publicId: string; seconds: number },
): Promise<{ expires_at: Date } | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    with key as (select public_id from ${liveKeys} and public_id = ${publicId} for share of api_keys)
    insert into sign_in_codes (code_hash, key_id, expires_at)
    select ${codeHash}, public_id, date_trunc('milliseconds', now()) + make_interval(secs => ${seconds}) from key
    returning expires_at
  `.execute(db);
  return rows[0] ?? null;
}

export type LiveSession = Pick<Row<'sessions'>, 'id' | 'secret_hash'> &
  Pick<Row<'api_keys'>, 'public_id' | 'project_id'>;

/** As plain text, since every request of a signed-in browser runs it. */
const findLiveSessionsSql = `
  select sessions.id, sessions.secret_hash, public_id, project_id
  from sessions
  join api_keys on public_id = key_id
  left join projects on projects.id = project_id
  where sessions.id = any($1::uuid[]) and expires_at > now() and revoked_at is null and projects.deleted_at is null`;

export async function findLiveSessions(db: Database, ids: string[]): Promise<LiveSession[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(findLiveSessionsSql, [ids]));
  return rows as LiveSession[];
}

/** By key, newest first. */
export async function listSessions(
  db: Database,
  publicIds: string[],
  perKey: number,
): Promise<Map<string, Session[]>> {
  const { rows } = await sql<Session>`
    select session.*
    from unnest(${publicIds}::text[]) as key(public_id)
    cross join lateral (
      select id, key_id, created_at, expires_at from sessions
      where key_id = key.public_id and expires_at > now()
      order by created_at desc, id desc limit ${perKey}
    ) as session
    order by created_at desc, id desc
  `.execute(db);
  const byKey = new Map(publicIds.map((publicId): [string, Session[]] => [publicId, []]));
  for (const session of rows) byKey.get(session.key_id)?.push(session);
  return byKey;
}

/** The names of a caller's key and of its project, and its session where it has one. */
export async function findCaller(
  db: Database,
  { publicId, sessionId }: { publicId: string; sessionId: string | null },
): Promise<{ keyName: string | null; projectName: string | null; session: Session | null }> {
  const row = await db
    .selectFrom('api_keys')
    .leftJoin('projects', 'projects.id', 'api_keys.project_id')
    .leftJoin('sessions', (join) => join.onRef('key_id', '=', 'public_id').on('sessions.id', '=', sessionId))
    .where('public_id', '=', publicId)
    .select([
      'api_keys.name',
      'projects.name as project_name',
      'sessions.id',
      'key_id',
      'sessions.created_at',
      'expires_at',
    ])
    .executeTakeFirst();
  const { id = null, key_id = null, created_at = null, expires_at = null } = row ?? {};
  const isSession = id !== null && key_id !== null && created_at !== null && expires_at !== null;
  return {
    keyName: row?.name ?? null,
    projectName: row?.project_name ?? null,
    session: isSession ? { id, key_id, created_at, expires_at } : null,
  };
}

/** False when there is none in that project; null stands for all of them. */
export async function deleteSession(db: Database, id: string, projectId: string | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .using('api_keys')
    .whereRef('public_id', '=', 'key_id')
    .where('sessions.id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** With the codes that would open others. */
export async function endSessions(trx: DatabaseTransaction, publicId: string): Promise<void> {
  await sql`
    with codes as (delete from sign_in_codes where key_id = ${publicId})
    delete from sessions where key_id = ${publicId}
  `.execute(trx);
}

/** Those that a former secret of the key has opened. */
export async function endFormerSessions(
  trx: DatabaseTransaction,
  { publicId, secretHash }: KeyParts,
): Promise<void> {
  const former = await trx
    .selectFrom('api_keys')
    .select('public_id')
    .where('public_id', '=', publicId)
    .where('secret_hash', '!=', secretHash)
    .executeTakeFirst();
  if (former !== undefined) await endSessions(trx, publicId);
}
