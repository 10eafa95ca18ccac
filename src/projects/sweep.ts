import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { sweep, sweepBatch } from '../jobs/sweep-statement.ts';
import type { Swept } from '../jobs/sweeper.ts';

/** What is over its time counts for nothing already; this is for the room that it takes. */
export const signInSweeps = {
  forgetSessions: (db: Database) => forgetExpired(db, 'sessions'),
  forgetSignInCodes: (db: Database) => forgetExpired(db, 'sign_in_codes'),
} satisfies Record<string, (db: Database) => Promise<Swept>>;

function forgetExpired(db: Database, table: 'sessions' | 'sign_in_codes'): Promise<Swept> {
  return sweep(
    db,
    sql`
    with due as (
      select ctid from ${sql.table(table)} where expires_at <= now()
      order by expires_at limit ${sweepBatch} for update skip locked
    ), gone as (
      delete from ${sql.table(table)} where ctid = any (array(select ctid from due)) returning 1
    )
    select count(*) as swept from gone`,
  );
}
