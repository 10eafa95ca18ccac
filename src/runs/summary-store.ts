import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, planEachTime } from '../database/database.ts';
import type { Platform } from '../devices/device.ts';
import { isUuid } from '../kernel/ids.ts';
import type { Page, Position } from '../kernel/page.ts';
import { liveProject } from '../projects/project-store.ts';
import type { RunStatus } from './run.ts';
import { type Outcome, type RunSummary, summaryColumn } from './run-summary.ts';

export interface SummaryFilter {
  status?: RunStatus | undefined;
  outcome?: Outcome | undefined;
  platform?: Platform | undefined;
  testId?: string | undefined;
  batchId?: string | undefined;
  appId?: string | undefined;
  /** Part of what a run says of itself, in any case; or the id of a run or a batch. */
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface SummaryPage {
  runs: RunSummary[];
  /** Where the next page begins; null when nothing is left. */
  next: Position | null;
}

/** How many runs one page looks at: what matches seldom is found over several pages, each of which costs the same. */
const looksAt = 5_000;

/**
 * Newest first. The most selective condition is read from its index and the others are judged on what it gives, so that a
 * page may be short, or empty, although others follow.
 */
export async function listSummaries(
  db: Database,
  projectId: string,
  filter: SummaryFilter,
  { after, limit }: Page,
): Promise<SummaryPage> {
  const { indexed, others } = await conditionsOf(db, projectId, filter);
  const [first = sql<SqlBool>`true`, ...further] = indexed;
  const { rows } = await sql<SummaryRow>`${sql.raw(planEachTime)}
    select id, created_at, case when matches then ${sql.raw(summaryColumn)} end as summary, place = ${looksAt} as is_last
    from (
      select looked_at.*, row_number() over (order by created_at desc, id desc) as place, ${all([...further, ...others])} as matches
      from (
        select runs.* from runs
        where project_id = ${liveProject(projectId)} and ${first} and ${within(filter, after)}
        order by created_at desc, id desc
        limit ${looksAt}
      ) as looked_at
    ) as runs
    where matches or place = ${looksAt}
    order by created_at desc, id desc
    limit ${limit}
  `.execute(db);
  const matching = rows.filter(({ summary }) => summary !== null);
  const shown = matching.slice(0, limit - 1);
  const last = matching.length === limit ? shown.at(-1) : rows.find(({ is_last }) => is_last);
  return {
    runs: shown.flatMap(({ summary }) => summary ?? []),
    next: last === undefined ? null : { createdAt: last.created_at, id: last.id },
  };
}

interface SummaryRow {
  id: string;
  created_at: Date;
  /** Null for a run that does not match. */
  summary: RunSummary | null;
  is_last: boolean;
}

interface Conditions {
  /** Each has an index; the most selective first. */
  indexed: Array<RawBuilder<SqlBool>>;
  others: Array<RawBuilder<SqlBool>>;
}

async function conditionsOf(db: Database, projectId: string, filter: SummaryFilter): Promise<Conditions> {
  const { status, outcome, platform, testId, batchId, appId, search } = filter;
  const id = search?.toLowerCase() ?? '';
  const indexed = [
    isUuid(id) && (await isNamedBy(db, projectId, id)),
    batchId !== undefined && sql<SqlBool>`batch_id = ${batchId}`,
    testId !== undefined && sql<SqlBool>`test_id = ${testId}`,
    appId !== undefined && sql<SqlBool>`app_id = ${appId}`,
    outcome !== undefined && outcomeConditions[outcome],
    status !== undefined && sql<SqlBool>`status = ${status}`,
    platform !== undefined && sql<SqlBool>`platform = ${platform}`,
  ];
  return {
    indexed: indexed.filter((condition) => condition !== false),
    others: search === undefined || isUuid(id) ? [] : [contains(search)],
  };
}

/** Each in the words of its index. */
const outcomeConditions: Record<Outcome, RawBuilder<SqlBool>> = {
  passed: sql`result = 'PASS'`,
  failed: sql`(result = 'FAILED' or status = 'failed')`,
  unfinished: sql`completed_at is null`,
  cancelled: sql`status = 'cancelled'`,
};

async function isNamedBy(db: Database, projectId: string, id: string): Promise<RawBuilder<SqlBool>> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return run === undefined ? sql<SqlBool>`batch_id = ${id}` : sql<SqlBool>`id = ${id}`;
}

function contains(text: string): RawBuilder<SqlBool> {
  const patterns = spellings(text).map((spelling) => `%${spelling.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const columns = ['title', 'feature_name', 'prompt', 'target_url', 'error_code'];
  const matches = columns.map((name) => sql`${sql.ref(name)} ilike any (${patterns}::text[])`);
  return sql`(${sql.join(matches, sql` or `)})`;
}

/** The embedded database knows the cases of A to Z alone; other letters are looked for as people write them. */
function spellings(text: string): string[] {
  if (/^[ -~]*$/.test(text)) return [text];
  const lower = text.toLowerCase();
  const capitalised = lower.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([text, lower, text.toUpperCase(), capitalised])];
}

function within({ from, to }: SummaryFilter, after: Position | undefined): RawBuilder<SqlBool> {
  return all([
    ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`created_at < ${to}`]),
    ...(after === undefined
      ? []
      : [sql<SqlBool>`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`]),
  ]);
}

function all(conditions: ReadonlyArray<RawBuilder<SqlBool>>): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
