import { type SqlBool, sql } from 'kysely';
import type { PictureId } from '../../engine/report.ts';
import { newId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Database } from '../database/database.ts';
import { isAfter } from '../database/look-through.ts';
import type { Lease } from '../jobs/job.ts';
import { renewing } from '../jobs/job-store.ts';
import { deletion } from '../jobs/remove-with-bytes.ts';
import { isVisible, liveProject } from '../projects/project-store.ts';
import type { Baseline, StatusFilter } from './baseline.ts';

/** A test whose pictures have ever new names must not fill the table. */
const mostOfTest = 1_000;

/** Where the approved picture is stored; null while there is none. */
export async function findApprovedPicture(
  db: Database,
  testId: string,
  { name, width, height, browser }: PictureId,
): Promise<string | null> {
  const baseline = await db
    .selectFrom('baselines')
    .select('object_key')
    .where('test_id', '=', testId)
    .where('name', '=', name)
    .where('width', '=', width)
    .where('height', '=', height)
    .where('browser', '=', browser)
    .executeTakeFirst();
  return baseline?.object_key ?? null;
}

interface Candidate {
  readonly projectId: string;
  readonly testId: string;
  readonly runId: string;
  readonly picture: PictureId;
  /** Names of files of the run. */
  readonly file: string;
  readonly differenceFile: string | null;
  readonly differentPixels: number | null;
}

/** Writes down that a picture waits for approval, in the place of one that did before; null when the lease is lost or the test gone. */
export async function insertCandidate(
  db: Database,
  lease: Lease,
  { projectId, testId, runId, picture, file, differenceFile, differentPixels }: Candidate,
): Promise<string | null> {
  const { name, width, height, browser } = picture;
  const { rows } = await sql<{ id: string }>`
  with ${renewing(lease)}, test as (
    select id from tests where id = ${testId} and (
      (select count(*) from (select from baselines where test_id = ${testId} limit ${mostOfTest}) as known) < ${mostOfTest}
      or exists (
        select from baselines
        where test_id = ${testId} and name = ${name} and width = ${width} and height = ${height} and browser = ${browser}
      )
    )
    for key share
  )
  insert into baselines (
    id, project_id, test_id, name, width, height, browser,
    candidate_run_id, candidate_file, difference_file, different_pixels, candidate_at
  )
  select ${newId()}, ${projectId}, test.id, ${name}, ${width}, ${height}, ${browser},
    ${runId}, ${file}, ${differenceFile}, ${differentPixels}, date_trunc('milliseconds', now())
  from ours, test
  on conflict (test_id, name, width, height, browser) do update set
    candidate_run_id = excluded.candidate_run_id, candidate_file = excluded.candidate_file,
    difference_file = excluded.difference_file, different_pixels = excluded.different_pixels,
    candidate_at = excluded.candidate_at
  returning id
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** `projectId` null stands for all projects. */
export async function findBaseline(
  db: Database,
  id: string,
  projectId: string | null,
): Promise<Baseline | null> {
  const { rows } = await sql<Baseline>`
    select * from baselines where id = ${id} and ${isShown(projectId)}
  `.execute(db);
  return rows[0] ?? null;
}

interface BaselineFilter {
  projectId?: string | undefined;
  testId?: string | undefined;
  runId?: string | undefined;
  status?: StatusFilter | undefined;
}

/** Newest first. */
export async function listBaselines(
  db: Database,
  { projectId, testId, runId, status }: BaselineFilter,
  { after, limit }: Page,
): Promise<Baseline[]> {
  return db
    .selectFrom('baselines')
    .selectAll()
    .where('test_id', 'is not', null)
    .where(projectId === undefined ? isShown(null) : sql<SqlBool>`project_id = ${liveProject(projectId)}`)
    .$if(testId !== undefined, (query) => query.where('test_id', '=', testId ?? ''))
    .$if(runId !== undefined, (query) => query.where('candidate_run_id', '=', runId ?? ''))
    .$if(status !== undefined, (query) => query.where(isIn[status ?? 'new']))
    .where(isAfter(after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<Baseline>()
    .execute();
}

const isIn: Readonly<Record<StatusFilter, ReturnType<typeof sql<SqlBool>>>> = {
  waiting: sql<SqlBool>`candidate_run_id is not null`,
  new: sql<SqlBool>`object_key is null and candidate_run_id is not null`,
  approved: sql<SqlBool>`object_key is not null and candidate_run_id is null`,
  changed: sql<SqlBool>`object_key is not null and candidate_run_id is not null`,
};

/**
 * Makes the candidate of that run the approved picture: its file passes from the run to the baseline. Null where there is no
 * such candidate (any more).
 */
export async function approveCandidate(
  db: Database,
  { id, runId, file }: { id: string; runId: string; file: string },
): Promise<Baseline | null> {
  const { rows } = await sql<Baseline>`
    with baseline as (
      select id, object_key from baselines
      where id = ${id} and candidate_run_id = ${runId} and candidate_file = ${file}
      for update
    ), taken as (
      delete from run_files using baseline
      where run_files.run_id = ${runId} and run_files.name = ${file}
      returning run_files.object_key, run_files.name
    ), approved as (
      update baselines
      set object_key = taken.object_key, file_name = taken.name, approved_at = date_trunc('milliseconds', now()),
        candidate_run_id = null, candidate_file = null, difference_file = null, different_pixels = null,
        candidate_at = null
      from taken where baselines.id = ${id}
      returning baselines.*
    ), gone as (
      select object_key as key from baseline where object_key is not null and exists (select from taken)
    ), ${deletion}
    select * from approved
  `.execute(db);
  return rows[0] ?? null;
}

export async function deleteBaseline(db: Database, id: string, projectId: string | null): Promise<boolean> {
  const { rows } = await sql`
    with removed as (
      delete from baselines where id = ${id} and ${isShown(projectId)} returning id, object_key
    ), gone as (
      select object_key as key from removed where object_key is not null
    ), ${deletion}
    select id from removed
  `.execute(db);
  return rows.length > 0;
}

/** The file of that name, if it is the approved picture. */
export async function findBaselineFile(
  db: Database,
  id: string,
  name: string,
): Promise<{ objectKey: string; contentType: string } | null> {
  const { rows } = await sql<{ objectKey: string; contentType: string }>`
    select object_key as "objectKey", 'image/png' as "contentType" from baselines
    where id = ${id} and file_name = ${name} and ${isShown(null)}
  `.execute(db);
  return rows[0] ?? null;
}

/** What belongs to a deleted test is gone too, before any sweep. */
function isShown(projectId: string | null) {
  return sql<SqlBool>`test_id is not null and ${isVisible(projectId)}`;
}
