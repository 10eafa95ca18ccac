import { type SqlBool, sql } from 'kysely';
import type { Page } from '../../kernel/page.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { isAfter } from '../database/look-through.ts';
import type { Row } from '../database/tables.ts';
import type { BuiltFor } from '../inspect/inspect.ts';
import { liveProject } from '../projects/project-store.ts';
import { iconKeyOf } from './upload.ts';

export type App = Row<'apps'>;

type NewApp = Pick<
  App,
  | 'id'
  | 'project_id'
  | 'platform'
  | 'upload_filename'
  | 'bundle_id'
  | 'app_version'
  | 'build_version'
  | 'built_for'
  | 'architectures'
  | 'app_folder'
  | 'file_size'
  | 'source'
  | 'object_key'
  | 'remove_after'
> &
  Partial<Pick<App, 'icon_name' | 'sha256'>>;

/** What lists and selectors see: not deleted, and not past its time unless a run still uses it. */
const isListed = sql<SqlBool>`apps.deleted_at is null and (apps.expires_at is null or apps.expires_at > now() or apps.hold_count > 0)`;

/** Null when the project was deleted meanwhile. The expiry is counted from the very `created_at` of the row. */
export async function insertApp(trx: DatabaseTransaction, app: NewApp): Promise<App | null> {
  const project = await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', app.project_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (project === undefined) return null;
  return trx
    .insertInto('apps')
    .values({
      ...app,
      expires_at: sql<Date | null>`date_trunc('milliseconds', now()) + make_interval(secs => ${app.remove_after})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findListedApp(
  db: Database | DatabaseTransaction,
  projectId: string,
  id: string,
): Promise<App | null> {
  const app = await db
    .selectFrom('apps')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', liveProject(projectId))
    .where(isListed)
    .executeTakeFirst();
  return app ?? null;
}

/** What a device takes: builds of which it is not known count as well. */
interface FittingBuild {
  platform?: App['platform'] | undefined;
  builtFor?: readonly BuiltFor[] | undefined;
}

/** The newest build of a bundle that takes new runs; imported ones are no candidates. */
export async function findNewestUpload(
  db: Database | DatabaseTransaction,
  projectId: string,
  bundleId: string,
  { platform, builtFor }: FittingBuild = {},
): Promise<App | null> {
  const app = await db
    .selectFrom('apps')
    .selectAll()
    .where('project_id', '=', liveProject(projectId))
    .where('bundle_id', '=', bundleId)
    .where('source', '=', 'api_upload')
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`(expires_at is null or expires_at > now())`)
    .$if(platform !== undefined, (query) => query.where(sql<SqlBool>`platform = ${platform}`))
    .$if(builtFor !== undefined, (query) =>
      query.where(sql<SqlBool>`(built_for is null or built_for = any (${builtFor}::text[]))`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return app ?? null;
}

/** What a run needs to know of its app. */
export type AppForRun = NonNullable<Awaited<ReturnType<typeof findAppForRun>>>;

/** Also one that is deleted or expired: its holders still use it. Null where there is none. */
export async function findAppForRun(db: Database, id: string) {
  const app = await db
    .selectFrom('apps')
    .select([
      'id',
      'object_key as objectKey',
      'upload_filename as filename',
      'bundle_id as bundleId',
      'app_version as version',
      'built_for as builtFor',
      'app_folder as appFolder',
      'file_size as size',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return app ?? null;
}

/** The icon of that name, as long as its app is listed. */
export async function findAppIcon(
  db: Database,
  id: string,
  name: string,
): Promise<{ objectKey: string; contentType: string } | null> {
  const app = await db
    .selectFrom('apps')
    .innerJoin('projects', 'projects.id', 'apps.project_id')
    .select('object_key')
    .where('apps.id', '=', id)
    .where('icon_name', '=', name)
    .where(isListed)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst();
  if (app === undefined) return null;
  const contentType = name.endsWith('.webp') ? 'image/webp' : 'image/png';
  return { objectKey: iconKeyOf(app.object_key), contentType };
}

interface AppFilter {
  platform?: App['platform'] | undefined;
  bundleId?: string | undefined;
  sha256?: string | undefined;
}

export async function listApps(
  db: Database,
  projectId: string,
  { platform, bundleId, sha256 }: AppFilter,
  { after, limit }: Page,
): Promise<App[]> {
  return db
    .selectFrom('apps')
    .selectAll()
    .where('project_id', '=', liveProject(projectId))
    .where(isListed)
    .$if(platform !== undefined, (query) => query.where(sql<SqlBool>`platform = ${platform}`))
    .$if(bundleId !== undefined, (query) => query.where(sql<SqlBool>`bundle_id = ${bundleId}`))
    .$if(sha256 !== undefined, (query) => query.where(sql<SqlBool>`sha256 = ${sha256}`))
    .where(isAfter(after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Hides the app at once; the sweep removes row and bytes as soon as nothing holds it. */
export async function markAppDeleted(db: Database, projectId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('apps')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('project_id', '=', liveProject(projectId))
    .where(isListed)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
