import { type Static, Type } from 'typebox';
import { nullable } from '../kernel/schema.ts';
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
    issueCount: Type.Integer({ description: 'Members of `output.issues`, warnings included' }),
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

export type SummaryRow = Pick<
  Run,
  | 'id'
  | 'project_id'
  | 'type'
  | 'status'
  | 'result'
  | 'platform'
  | 'target_url'
  | 'app_id'
  | 'test_id'
  | 'batch_id'
  | 'error_code'
  | 'error_message'
  | 'created_at'
  | 'started_at'
  | 'completed_at'
  | 'webhook_status'
> & { shown_title: string; issue_count: number; step_count: number };

export function toRunSummary(run: SummaryRow): RunSummary {
  return {
    id: run.id,
    projectId: run.project_id,
    type: run.type,
    title: run.shown_title,
    status: run.status,
    result: run.result,
    platform: run.platform,
    targetUrl: run.target_url,
    appId: run.app_id,
    testId: run.test_id,
    batchId: run.batch_id,
    issueCount: run.issue_count,
    stepCount: run.step_count,
    error: errorOf(run),
    durationMs: durationOf(run),
    createdAt: run.created_at.toISOString(),
    startedAt: run.started_at?.toISOString() ?? null,
    completedAt: run.completed_at?.toISOString() ?? null,
    webhookStatus: run.webhook_status,
  };
}
