import type { TestService } from '../../support/service.js';

/** A run of the past, as it is inserted; what is left out is that of an ordinary one that has passed. */
export interface PastRun {
  id?: string | undefined;
  status?: string | undefined;
  result?: string | null | undefined;
  platform?: string | undefined;
  prompt?: string | null | undefined;
  title?: string | null | undefined;
  featureName?: string | null | undefined;
  targetUrl?: string | null | undefined;
  appId?: string | null | undefined;
  testId?: string | null | undefined;
  batchId?: string | null | undefined;
  errorCode?: string | null | undefined;
  createdAt?: string | undefined;
  startedAt?: string | null | undefined;
  completedAt?: string | null | undefined;
}

const ordinary = { status: 'completed', result: 'PASS', platform: 'web', prompt: 'see a' };

/** Directly into the database, since no service makes thousands of runs of last week in a second. */
export async function insertPastRuns(
  { query, projectId }: Pick<TestService, 'query' | 'projectId'>,
  runs: readonly PastRun[],
): Promise<string[]> {
  const given = runs.map((run) => ({ ...ordinary, ...run }));
  const { rows } = await query(
    `insert into runs (
       id, project_id, type, status, result, platform, prompt, title, feature_name, target_url, app_id, test_id, batch_id,
       error_code, error_message, output, created_at, started_at, completed_at
     )
     select coalesce(id, gen_random_uuid()), $1, case when "testId" is null then 'chat' else 'test' end, status, result,
       platform, prompt, title, "featureName", "targetUrl", "appId", "testId", "batchId", "errorCode", "errorCode",
       jsonb_build_object('result', result, 'featureName', "featureName", 'issues', '[]'::jsonb, 'steps', '[]'::jsonb),
       coalesce("createdAt", now()), "startedAt",
       case when status not in ('queued', 'running') then coalesce("completedAt", "createdAt", now()) end
     from jsonb_to_recordset($2::jsonb) as item (
       id uuid, status text, result text, platform text, prompt text, title text, "featureName" text, "targetUrl" text,
       "appId" uuid, "testId" uuid, "batchId" uuid, "errorCode" text, "createdAt" timestamptz, "startedAt" timestamptz,
       "completedAt" timestamptz
     )
     returning id`,
    [projectId, JSON.stringify(given)],
  );
  return rows.map(({ id }) => id);
}
