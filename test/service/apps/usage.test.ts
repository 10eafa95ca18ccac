import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { apiOnly, startTestService, type TestService } from '../../support/service.js';
import { insertApp, makeGroup } from '../groups/support.js';
import { insertPastRuns, type PastRun } from '../runs/history.js';

describe('the usage of an app', () => {
  it('counts its runs and names its newest batches and tests', async () => {
    const service = await startTestService({ settings: apiOnly });
    const [appId, unused] = [await insertApp(service), await insertApp(service)];
    expect(await read(service, unused)).toEqual({
      runs: { total: 0, unfinished: 0, lastAt: null },
      batches: [],
      tests: [],
    });
    const { groupId, testIds } = await makeGroup(service, ['ios', 'ios']);
    const { body } = await service.call('POST', `/groups/${groupId}/runs`, { mobile: { appId } });
    const usage = await read(service, appId);
    expect(usage).toEqual({
      runs: { total: 2, unfinished: 2, lastAt: expect.any(String) },
      batches: [{ id: body.batchId, groupName: 'Checkout', createdAt: expect.any(String) }],
      tests: expect.arrayContaining([
        { testId: testIds[0], title: 'Test 1', lastRunAt: usage.runs.lastAt },
        { testId: testIds[1], title: 'Test 2', lastRunAt: usage.runs.lastAt },
      ]),
    });
    await service.call('POST', `/batches/${body.batchId}/cancel`);
    expect((await read(service, appId)).runs).toMatchObject({ total: 2, unfinished: 0 });
  });

  it('shows ten tests, those that ran last, under their latest titles, and the batch of an import', async () => {
    const service = await startTestService({ settings: apiOnly });
    const appId = await insertApp(service);
    const batchId = newId();
    await service.query(
      `insert into batches (id, project_id, group_id, group_name, run_mode, request) values ($1, $2, gen_random_uuid(), 'Nightly', 'concurrent', '{}')`,
      [batchId, service.projectId],
    );
    const tests = Array.from({ length: 12 }, () => newId());
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString();
    const run = (minute: number, title: string): PastRun => ({
      appId,
      batchId,
      testId: tests[minute % 12],
      title,
      createdAt: at(minute),
    });
    await insertPastRuns(
      service,
      Array.from({ length: 24 }, (_, minute) => run(minute, minute < 12 ? 'Former' : `Test ${minute % 12}`)),
    );
    const usage = await read(service, appId);
    expect(usage.runs).toEqual({ total: 24, unfinished: 0, lastAt: at(23) });
    expect(usage.tests).toEqual(
      Array.from({ length: 10 }, (_, place) => ({
        testId: tests[11 - place],
        title: `Test ${11 - place}`,
        lastRunAt: at(23 - place),
      })),
    );
    expect(usage.batches).toEqual([{ id: batchId, groupName: 'Nightly', createdAt: expect.any(String) }]);
  });

  it('is not found where a list would not show the app', async () => {
    const service = await startTestService({ settings: apiOnly });
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const appId = await insertApp(service);
    const status = async (projectId: string, id: string) =>
      (await service.call('GET', `/projects/${projectId}/mobile/${id}/usage`)).status;
    expect(await status(service.projectId, appId)).toBe(200);
    expect(await status(other, appId)).toBe(404);
    expect(await status(service.projectId, newId())).toBe(404);
    await service.call('DELETE', `/projects/${service.projectId}/mobile/${appId}`);
    expect(await status(service.projectId, appId)).toBe(404);
  });
});

async function read({ call, projectId }: TestService, appId: string) {
  const { status, body } = await call('GET', `/projects/${projectId}/mobile/${appId}/usage`);
  expect(status).toBe(200);
  return body;
}
