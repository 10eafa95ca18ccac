import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { nullable } from '../../kernel/schema.ts';
import { RunRecord } from './run-record.ts';

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

/** A `RunSummary` in a statement on the row of a run: lists and events show the same. */
export const summaryColumn = sql<RunSummary>`jsonb_build_object(
  'id', id, 'projectId', project_id, 'type', type, 'title', ${titleColumn}, 'status', status, 'result', ${resultColumn},
  'platform', platform, 'targetUrl', target_url, 'appId', app_id, 'testId', test_id, 'batchId', batch_id,
  'issueCount', coalesce(jsonb_array_length(jsonb_path_query_array(output, '$.issues[*] ? (@.type == "issue")')), 0),
  'stepCount', coalesce(jsonb_array_length(output->'steps'), 0),
  'error', case when error_code is not null
    then jsonb_build_object('code', error_code, 'message', coalesce(error_message, '')) end,
  'durationMs', case when completed_at is not null
    then round(extract(epoch from completed_at - coalesce(started_at, completed_at)) * 1000) end,
  'createdAt', ${isoTime('created_at')}, 'startedAt', ${isoTime('started_at')},
  'completedAt', ${isoTime('completed_at')}, 'webhookStatus', webhook_status
)`;

export function isoTime(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
