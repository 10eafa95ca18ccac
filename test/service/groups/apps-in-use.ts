import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Execution } from '../../../src/service/worker/worker.ts';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';

/** A service whose phone reads the whole app of each run, at once or when it is released. */
export async function openPlace({ isGated = false } = {}) {
  const bytesSeen: number[] = [];
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  if (!isGated) release();
  const scripted = scriptedExecution({ platforms: ['ios'], slots: 8 });
  const execution: Execution = {
    ...scripted,
    runners: scripted.runners.map((runner) => ({
      ...runner,
      async run(assignment, record, signal) {
        await gate;
        const { app } = assignment;
        if (app !== null) bytesSeen.push((await buffer(await app.read())).length);
        return runner.run(assignment, record, signal);
      },
    })),
  };
  const service = await startTestService({ execution, settings: { GANTRY_NO_DEVICE_GRACE_SECONDS: '600' } });
  await service.call('PATCH', `/projects/${service.projectId}`, { concurrency: 20 });
  return { service, bytesSeen, release };
}

export async function read(service: TestService, runId: string) {
  return (await service.call('GET', `/runs/${runId}`)).body;
}

export async function listed(service: TestService): Promise<string[]> {
  const { apps } = (await service.call('GET', `/projects/${service.projectId}/mobile`)).body;
  return apps.map(({ id }: { id: string }) => id);
}

/** The sweep has looked at everything that was due by now: what falls due after that is gone. */
export async function sweepTurn({ query, projectId }: TestService): Promise<void> {
  const { rows } = await query(
    `insert into apps (id, project_id, platform, upload_filename, file_size, source, object_key, expires_at)
     values (gen_random_uuid(), $1, 'ios', 'Mark.zip', 1, 'api_upload', 'apps/x/' || gen_random_uuid(), now())
     returning id`,
    [projectId],
  );
  await eventually(async () => {
    expect((await query('select from apps where id = $1', [rows[0].id])).rowCount).toBe(0);
  });
}
