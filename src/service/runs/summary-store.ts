import { type SqlBool, sql } from 'kysely';
import type { Platform } from '../../engine/task.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Database } from '../database/database.ts';
import { type Condition, createdWithin, type FoundPage, lookThrough } from '../database/look-through.ts';
import type { RunStatus } from './run.ts';
import { isOfProject } from './run-store.ts';
import { type Outcome, type SummaryRow, summaryColumns } from './run-summary.ts';

interface SummaryFilter {
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

/** Newest first. The most selective condition is read from its index; the others are judged on what it gives. */
export async function listSummaries(
  db: Database,
  projectId: string,
  filter: SummaryFilter,
  page: Page,
): Promise<FoundPage<SummaryRow>> {
  const { indexed, others } = await conditionsOf(db, projectId, filter);
  const [first, ...further] = indexed;
  return lookThrough<SummaryRow>(
    db,
    {
      table: 'runs',
      id: 'id',
      columns: summaryColumns,
      within: [
        isOfProject(projectId, filter.batchId),
        ...(first === undefined ? [] : [first]),
        ...createdWithin(filter),
      ],
      matching: [...further, ...others],
    },
    page,
  );
}

interface Conditions {
  /** Each has an index; the most selective first. */
  indexed: Array<Condition>;
  others: Array<Condition>;
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
const outcomeConditions: Record<Outcome, Condition> = {
  passed: sql`result = 'PASS'`,
  failed: sql`(result = 'FAILED' or status = 'failed')`,
  unfinished: sql`completed_at is null`,
  cancelled: sql`status = 'cancelled'`,
};

async function isNamedBy(db: Database, projectId: string, id: string): Promise<Condition> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return run === undefined ? sql<SqlBool>`batch_id = ${id}` : sql<SqlBool>`id = ${id}`;
}

function contains(text: string): Condition {
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
