import { unavailable } from '../../kernel/errors.ts';
import { createLoader } from '../../kernel/loader.ts';
import { within } from '../../kernel/within.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { type Principal, parseKey, secretMatches } from './api-key.ts';
import { findLiveKeys } from './api-key-store.ts';
import { parseToken } from './session.ts';
import { findLiveSessions, type LiveSession } from './session-store.ts';

/** What a request says who it is by: a key, or the token of a session. */
export type Credential = { key: string } | { session: string };

export type Authenticate = (credential: Credential) => Promise<Principal | null>;

/** A look-up that is asked for while another one is under way waits for both, but never longer than `limitMs`. */
export function createAuthenticator(db: Database, limitMs: number): Authenticate {
  const findKey = createLoader<string, Row<'api_keys'> | undefined>(async (publicIds) => {
    const rows = await findLiveKeys(db, [...new Set(publicIds)]);
    const byId = new Map(rows.map((row) => [row.public_id, row]));
    return publicIds.map((publicId) => byId.get(publicId));
  });
  const findSession = createLoader<string, LiveSession | undefined>(async (ids) => {
    const rows = await findLiveSessions(db, [...new Set(ids)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  });

  async function ofKey(text: string): Promise<Principal | null> {
    const parts = parseKey(text);
    if (parts === null) return null;
    const row = await inTime(findKey(parts.publicId));
    if (!secretMatches(parts.secretHash, row?.secret_hash) || row === undefined) return null;
    return principalOf(row, null);
  }

  async function ofSession(token: string): Promise<Principal | null> {
    const parts = parseToken(token);
    if (parts === null) return null;
    const row = await inTime(findSession(parts.id));
    if (!secretMatches(parts.secretHash, row?.secret_hash) || row === undefined) return null;
    return principalOf(row, row.id);
  }

  function inTime<Result>(looking: Promise<Result>): Promise<Result> {
    return within(limitMs, looking, () => {
      throw unavailable('database', new Error('the key was not looked up in time'));
    });
  }

  return (credential) => ('key' in credential ? ofKey(credential.key) : ofSession(credential.session));
}

export function principalOf(
  { public_id: publicId, project_id: projectId }: Pick<Row<'api_keys'>, 'public_id' | 'project_id'>,
  sessionId: string | null,
): Principal {
  return projectId === null
    ? { kind: 'admin', publicId, sessionId }
    : { kind: 'project', publicId, sessionId, projectId };
}
