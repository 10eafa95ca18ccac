import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { nullable } from '../../kernel/schema.ts';
import type { Run } from './run.ts';
import { durationOf, errorOf, RunRecord } from './run-record.ts';

const { id, projectId, type, status, platform, targetUrl, appId, testId, batchId, error } =
  RunRecord.properties;
const { durationMs, createdAt, startedAt, completedAt, webhookStatus } = RunRecord.properties;

/** A run as a row of a list: without its steps, its screenshots and its whole prompt. */
export const RunSummary = Type.Object(
  {
    id,
    projectId,
    type,
    title: Type.String({
      description:
        'Title of the test, else the name of the feature, else the first line of the prompt; at most 200 characters',
    }),
    status,
    result: nullable.oneOf(['PASS', 'FAILED'], { description: 'Null unless the run is completed' }),
    platform,
    targetUrl,
    appId,
    testId,
    batchId,
    issueCount: Type.Integer({ description: 'Issues that it found, without warnings' }),
    stepCount: Type.Integer({ description: 'Members of `output.steps`' }),
    error,
    durationMs,
    createdAt,
    startedAt,
    completedAt,
    webhookStatus,
  },
  { title: 'RunSummary' },
);

export type RunSummary = Static<typeof RunSummary>;

export const outcomes = ['passed', 'failed', 'unfinished', 'cancelled'] as const;
export type Outcome = (typeof outcomes)[number];

/** What a person calls a run, in a statement on its row. */
export const titleColumn = sql<string>`left(coalesce(title, feature_name, substring(prompt from '\\S[^\\r\\n]*'), ''), 200)`;

/**
 * The verdict, in a statement on the row of a run. A worker of an earlier version that ends runs beside us writes it into
 * the output alone, and a passed run must not lose it.
 */
export const resultColumn = sql<
  RunSummary['result']
>`coalesce(result, case when status = 'completed' then output->>'result' end)`;

const plainColumns = [
  'id',
  'project_id',
  'type',
  'status',
  'platform',
  'target_url',
  'app_id',
  'test_id',
  'batch_id',
  'error_code',
  'error_message',
  'created_at',
  'started_at',
  'completed_at',
  'webhook_status',
] as const satisfies Array<keyof Run>;

/** What a summary needs of the row of a run. The output may be large: it is counted where it lies. */
export const summaryColumns = sql`
  ${sql.join(plainColumns.map((column) => sql.ref(column)))}, ${titleColumn} as title, ${resultColumn} as result,
  coalesce(jsonb_array_length(jsonb_path_query_array(output, '$.issues[*] ? (@.type == "issue")')), 0) as issue_count,
  coalesce(jsonb_array_length(output->'steps'), 0) as step_count`;

export interface SummaryRow extends Pick<Run, (typeof plainColumns)[number]> {
  title: string;
  result: RunSummary['result'];
  issue_count: number;
  step_count: number;
}

export function toRunSummary(row: SummaryRow): RunSummary {
  return {
    id: row.id,
    projectId: row.project_id,
    type: row.type,
    title: row.title,
    status: row.status,
    result: row.result,
    platform: row.platform,
    targetUrl: row.target_url,
    appId: row.app_id,
    testId: row.test_id,
    batchId: row.batch_id,
    issueCount: row.issue_count,
    stepCount: row.step_count,
    error: errorOf(row),
    durationMs: durationOf(row),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    webhookStatus: row.webhook_status,
  };
}
