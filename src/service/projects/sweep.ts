import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { forgetRows, type Swept } from '../database/sweep.ts';

/** What is over its time counts for nothing already; this is for the room that it takes. */
export const signInSweeps = {
  forgetSessions: (db: Database) => forgetExpired(db, 'sessions'),
  forgetSignInCodes: (db: Database) => forgetExpired(db, 'sign_in_codes'),
} satisfies Record<string, (db: Database) => Promise<Swept>>;

function forgetExpired(db: Database, table: 'sessions' | 'sign_in_codes'): Promise<Swept> {
  return forgetRows(db, table, { oldestBy: 'expires_at', due: sql`expires_at <= now()` });
}
