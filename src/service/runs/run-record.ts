import { type Static, Type } from 'typebox';
import { nullableDevice, requestOf } from '../../engine/requested-device.ts';
import { platforms } from '../../engine/task.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { RunInput, showInput } from './hosted-shapes.ts';
import { emptyOutput, RunOutput, RunStep, withAddresses } from './output.ts';
import { type Run, runStatuses } from './run.ts';
import { runSources } from './run-request.ts';

const RunError = Type.Object({ code: Type.String(), message: Type.String() }, { title: 'RunError' });

/** A run as `GET /runs/{id}` shows it and as it is delivered. */
export const RunRecord = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Identifier of the run' }),
    projectId: Type.String({ format: 'uuid' }),
    type: oneOf(['chat', 'test'], { description: '`chat` for a prompt, `test` for a stored test' }),
    status: oneOf(runStatuses, {
      description: '`completed`: executed; `failed`: could not be executed',
    }),
    platform: nullable.oneOf(platforms, { description: 'Null until the app of a run is imported' }),
    name: nullable.text({ description: 'Title of the stored test; null for a prompt' }),
    source: nullable.oneOf(runSources, {
      description:
        'How it was started: by a call for this one run, for its group, by the webhook of its group, by a schedule, or again; null for runs of earlier versions',
    }),
    input: RunInput,
    prompt: nullable.text(),
    targetUrl: nullable.text({ description: 'What a web run tests' }),
    appId: nullable.text({ format: 'uuid' }),
    testId: nullable.text({ format: 'uuid' }),
    batchId: nullable.text({ format: 'uuid' }),
    device: nullableDevice('What was wanted of the phone'),
    deviceName: nullable.text({
      description: 'The phone that it is executed on, as the list of devices calls it; null until it is open',
    }),
    deviceModel: nullable.text({ description: 'Such as `Pixel 8`' }),
    deviceVersion: nullable.text({ description: 'Of the operating system of the phone' }),
    deviceSessionUrl: nullable.text({ description: 'The page that a device cloud has of the session' }),
    output: RunOutput,
    stepResults: Type.Array(RunStep, { description: 'The same as `output.steps`' }),
    error: nullable.record(RunError, {
      description: 'Why a failed run could not be executed; null otherwise',
    }),
    durationMs: nullable.integer({ description: 'From its start to its end; null until then' }),
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: nullable.text({ format: 'date-time' }),
    completedAt: nullable.text({ format: 'date-time', description: 'When it ended, in whatever way' }),
    webhookUrl: nullable.text({ description: 'Where the result is delivered' }),
    webhookStatus: nullable.oneOf(['pending', 'delivered', 'failed'], {
      description: 'Null where no webhook applies; `pending` until the last attempt',
    }),
  },
  { title: 'Run' },
);

export type RunRecord = Static<typeof RunRecord>;

/** A run in a list: its steps stand there once. */
export const ListedRun = Type.Omit(RunRecord, ['stepResults'], { title: 'ListedRun' });

export function toRunRecord(run: Run, filesUrl: string): RunRecord {
  const output = withAddresses(outputOf(run), filesUrl);
  return {
    id: run.id,
    projectId: run.project_id,
    type: run.type,
    status: run.status,
    platform: run.platform,
    name: run.title,
    source: run.source,
    input: showInput(run),
    prompt: run.prompt,
    targetUrl: run.target_url,
    appId: run.app_id,
    testId: run.test_id,
    batchId: run.batch_id,
    device: requestOf(run),
    deviceName: run.device_name,
    deviceModel: run.device_model,
    deviceVersion: run.device_version,
    deviceSessionUrl: run.device_session_url,
    output,
    stepResults: output.steps,
    error: errorOf(run),
    durationMs: durationOf(run),
    createdAt: run.created_at.toISOString(),
    startedAt: run.started_at?.toISOString() ?? null,
    completedAt: run.completed_at?.toISOString() ?? null,
    webhookUrl: run.webhook_url,
    webhookStatus: run.webhook_status,
  };
}

/** A stored test has its title from the moment that its run exists; a prompt gets a name when a worker has read it. */
export function outputOf({ output, title }: Run): RunOutput {
  // The column holds only what `RunOutput` describes: nothing else is ever written to it.
  const gathered = { ...emptyOutput, ...(output as Partial<RunOutput> | null) };
  return { ...gathered, featureName: title ?? gathered.featureName };
}

export function errorOf({ error_code, error_message }: Pick<Run, 'error_code' | 'error_message'>) {
  return error_code === null ? null : { code: error_code, message: error_message ?? '' };
}

export function durationOf({
  started_at,
  completed_at,
}: Pick<Run, 'started_at' | 'completed_at'>): number | null {
  if (completed_at === null) return null;
  return Math.max(0, completed_at.getTime() - (started_at ?? completed_at).getTime());
}
