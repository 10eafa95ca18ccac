import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../src/service/worker/worker.ts';
import { objectsIn } from '../../support/objects.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { call, eventually, startTestService, type TestService } from '../../support/service.js';
import { builds, uploaded } from '../../support/uploads.js';
import { makeGroup, nothingLeft, smallBuild } from './support.js';

// Those whose worker is killed are in import-processes.full.test.ts.
describe('an app whose time is up', () => {
  it('stays for the runs that use it, takes no new one, and goes with its bytes when the last has ended, however that ended', async () => {
    const { service, release } = await openPlace({ isGated: true });
    const uses: Use[] = [
      await use(service, 'see one', 'completed'),
      await use(service, 'see one\nfailure no phone', 'failed'),
      await use(service, 'see one\nthrow it away', 'failed'),
      await use(service, 'hang', 'cancelled'),
      // No worker has an Android device: it stays queued.
      await use(service, 'see one', 'cancelled', builds.android),
    ];
    const appIds = uses.map(({ appId }) => appId);
    await service.query('update apps set expires_at = now()');
    for (const { former } of uses) await cancel(service, former);
    await sweepTurn(service);
    expect((await listed(service)).sort()).toEqual(appIds.sort());
    const { rows } = await service.query(
      `select object_key as key from apps
       union all select object_key || '.icon' from apps where icon_name is not null`,
    );
    const objectKeys = rows.map(({ key }) => key).sort();
    await eventually(async () => expect((await objectsIn(service.dataDir)).sort()).toEqual(objectKeys));
    for (const appId of appIds) {
      const mobile = { appId };
      expect((await service.call('POST', '/runs', { prompt: 'see a', mobile })).status).toBe(404);
    }

    release();
    for (const { last, status } of uses) if (status === 'cancelled') await cancel(service, last);
    await eventually(async () => {
      const runs = await Promise.all(uses.map(({ last }) => read(service, last)));
      expect(runs.map((run) => run.status)).toEqual(uses.map(({ status }) => status));
    });
    await nothingLeft(service);
  });

  it('stays for a whole batch of one run after the other', async () => {
    const { service, bytesSeen } = await openPlace();
    const { webhookUrl, testIds } = await makeGroup(service, ['mobile', 'mobile', 'mobile'], {
      runMode: 'sequential',
    });
    await service.call('PATCH', `/tests/${testIds[0]}`, { steps: [{ type: 'act', title: 'hang' }] });
    const { id: appId, fileSize } = await uploaded(service, smallBuild, { removeAfter: 600 });
    const { batchId, runIds } = (await call(webhookUrl, 'POST', { mobile: { appId } }, { key: null })).body;
    await eventually(async () => expect(bytesSeen).toEqual([fileSize]));
    await service.query('update apps set expires_at = now()');
    await sweepTurn(service);
    expect(await listed(service)).toEqual([appId]);
    await service.call('POST', `/runs/${runIds[0]}/cancel`);
    await eventually(async () => {
      const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
      expect(batch.counts).toMatchObject({ cancelled: 1, completed: 2 });
    });
    expect(bytesSeen).toEqual([fileSize, fileSize, fileSize]);
    await nothingLeft(service);
  });
});

describe('a deleted app', () => {
  it('is gone for everybody else at once, while its runs still begin and finish with it', async () => {
    const { service, bytesSeen } = await openPlace();
    const { webhookUrl, testIds } = await makeGroup(service, ['mobile', 'mobile'], { runMode: 'sequential' });
    await service.call('PATCH', `/tests/${testIds[0]}`, { steps: [{ type: 'act', title: 'sleep 1000' }] });
    const { id: appId, fileSize } = await uploaded(service, smallBuild);
    const body = { mobile: { appId } };
    const { runIds } = (await call(webhookUrl, 'POST', body, { key: null })).body;
    await eventually(async () => expect((await read(service, runIds[0])).status).toBe('running'));
    expect((await service.call('DELETE', `/projects/${service.projectId}/mobile/${appId}`)).status).toBe(200);
    expect(await listed(service)).toEqual([]);
    for (const mobile of [{ appId }, { bundleId: 'com.example.app' }]) {
      expect((await call(webhookUrl, 'POST', { mobile }, { key: null })).status).toBe(404);
      expect((await service.call('POST', '/runs', { prompt: 'see a', mobile })).status).toBe(404);
    }
    await eventually(async () => {
      expect(await read(service, runIds[1])).toMatchObject({ status: 'completed', appId });
    });
    expect(bytesSeen).toEqual([fileSize, fileSize]);
    await nothingLeft(service);
  });
});

/** A service whose phone reads the whole app of each run, at once or when it is released. */
async function openPlace({ isGated = false } = {}) {
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

interface Use {
  appId: string;
  former: string;
  last: string;
  /** How the last one ends. */
  status: string;
}

/** Two runs on an app that has its time. */
async function use(
  service: TestService,
  prompt: string,
  status: string,
  build: { filename: string; bytes(): Promise<Buffer> } = smallBuild,
): Promise<Use> {
  const { id: appId } = await uploaded(service, build, { removeAfter: 600 });
  const submit = async (text: string) =>
    (await service.call('POST', '/runs', { prompt: text, mobile: { appId } })).body.id;
  return { appId, former: await submit('see one'), last: await submit(prompt), status };
}

async function cancel(service: TestService, runId: string): Promise<void> {
  expect((await service.call('POST', `/runs/${runId}/cancel`)).status).toBe(200);
}

async function read(service: TestService, runId: string) {
  return (await service.call('GET', `/runs/${runId}`)).body;
}

async function listed(service: TestService): Promise<string[]> {
  const { apps } = (await service.call('GET', `/projects/${service.projectId}/mobile`)).body;
  return apps.map(({ id }: { id: string }) => id);
}

/** The sweep has looked at everything that was due by now: what falls due after that is gone. */
async function sweepTurn({ query, projectId }: TestService): Promise<void> {
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
