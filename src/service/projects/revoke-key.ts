import { notFound, PublicError } from '../../kernel/errors.ts';
import type { Database } from '../database/database.ts';
import { lockLiveAdminKeys, revokeKey } from './api-key-store.ts';

export async function revokeProjectKey(db: Database, projectId: string, publicId: string): Promise<void> {
  const revoked = await db.transaction().execute((trx) => revokeKey(trx, publicId, { projectId }));
  if (!revoked) throw notFound('key');
}

/** The last admin key stays: without it nobody could issue another. */
export async function revokeAdminKey(db: Database, publicId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const live = await lockLiveAdminKeys(trx);
    if (live.length === 1 && live[0] === publicId) {
      throw new PublicError(
        'Conflict',
        'This is the last admin key; issue another one before you revoke it.',
      );
    }
    if (!(await revokeKey(trx, publicId, { projectId: null }))) throw notFound('key');
  });
}
