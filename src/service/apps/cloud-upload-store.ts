import { sql } from 'kysely';
import type { CloudUploads } from '../../engine/task.ts';
import type { Database } from '../database/database.ts';
import { forgetRows, type Swept } from '../database/sweep.ts';

/** Longer than any cloud keeps a build. */
const memoryDays = 90;

/** What device clouds call builds that were uploaded to them. Two workers may both upload one: the later counts. */
export function createCloudUploads(db: Database): CloudUploads {
  return {
    async find({ cloud, account, sha256, form }, withinDays) {
      const found = await db
        .selectFrom('cloud_uploads')
        .select('reference')
        .where('cloud', '=', cloud)
        .where('account', '=', account)
        .where('sha256', '=', sha256)
        .where('form', '=', form)
        .where(sql<boolean>`uploaded_at > now() - make_interval(days => ${withinDays})`)
        .executeTakeFirst();
      return found?.reference ?? null;
    },

    async remember(key, reference) {
      const said = { reference, uploaded_at: sql<Date>`now()` };
      await db
        .insertInto('cloud_uploads')
        .values({ ...key, ...said })
        .onConflict((conflict) => conflict.columns(['cloud', 'account', 'sha256', 'form']).doUpdateSet(said))
        .execute();
    },
  };
}

export function forgetCloudUploads(db: Database): Promise<Swept> {
  const due = sql`uploaded_at < now() - make_interval(days => ${memoryDays})`;
  return forgetRows(db, 'cloud_uploads', { oldestBy: 'uploaded_at', due });
}
