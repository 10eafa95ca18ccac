import type { Database } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { batching } from '../kernel/batch.ts';
import { unavailable } from '../kernel/errors.ts';
import { withinMs } from '../kernel/time-limit.ts';
import { type Principal, parseKey, secretMatches } from './api-key.ts';
import { findLiveKeys } from './api-key-store.ts';

export type Authenticate = (key: string) => Promise<Principal | null>;

/** A look-up that is asked for while another one is under way waits for both, but never longer than `limitMs`. */
export function createAuthenticator(db: Database, limitMs: number): Authenticate {
  const findKey = batching<string, Row<'api_keys'> | undefined>(async (publicIds) => {
    const rows = await findLiveKeys(db, [...new Set(publicIds)]);
    const byId = new Map(rows.map((row) => [row.public_id, row]));
    return publicIds.map((publicId) => byId.get(publicId));
  });

  return async (text) => {
    const parts = parseKey(text);
    if (parts === null) return null;
    const row = await withinMs(findKey(parts.publicId), limitMs, () =>
      unavailable('database', new Error('the key was not looked up in time')),
    );
    if (!secretMatches(parts.secretHash, row?.secret_hash) || row === undefined) return null;
    return row.project_id === null
      ? { kind: 'admin', publicId: row.public_id }
      : { kind: 'project', publicId: row.public_id, projectId: row.project_id };
  };
}
