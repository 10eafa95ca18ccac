import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { heldExecution } from '../../support/held-execution.js';
import { apiOnly, eventually, startTestService, type TestService } from '../../support/service.js';
import { insertPastRuns } from './history.js';

describe('the list of workers', () => {
  it('shows what each carries out, of foreign projects only how much', async () => {
    const { execution, release } = heldExecution({ platforms: ['web', 'android'], slots: 3 });
    const service = await startTestService({ execution });
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const { key } = (await service.call('POST', `/projects/${other}/keys`)).body.key;
    const submit = async (projectId: string) =>
      (await service.call('POST', '/runs', { projectId, prompt: 'shot a\nsee a' })).body.id;
    const [mine, theirs] = [await submit(service.projectId), await submit(other)];
    await eventually(async () => expect((await read(service)).workers[0]?.busy).toBe(2));

    const { workers } = await read(service);
    expect(workers).toEqual([
      {
        id: expect.any(String),
        name: hostname(),
        platforms: ['web', 'android'],
        slots: { web: 3, android: 3 },
        startedAt: expect.any(String),
        seenAt: expect.any(String),
        busy: 2,
        runs: expect.arrayContaining([
          {
            id: mine,
            projectId: service.projectId,
            title: expect.any(String),
            platform: 'web',
            startedAt: expect.any(String),
          },
          expect.objectContaining({ id: theirs, projectId: other }),
        ]),
      },
    ]);
    const [worker] = (await read(service, key)).workers;
    expect(worker).toMatchObject({ busy: 2, runs: [{ id: theirs }] });
    expect(worker.runs).toHaveLength(1);
    release();
    await eventually(async () =>
      expect((await read(service)).workers[0]).toMatchObject({ busy: 0, runs: [] }),
    );
  });

  it('shows only workers that lived within the last minute', async () => {
    const service = await startTestService({ settings: apiOnly });
    await service.query(
      `insert into workers (id, name, platforms, seen_at)
       values (gen_random_uuid(), 'alive', '{web}', now() - interval '50 s'), (gen_random_uuid(), 'gone', '{web}', now() - interval '61 s')`,
    );
    expect((await read(service)).workers.map(({ name }: { name: string }) => name)).toEqual(['alive']);
  });

  it('says of each platform what waits, for how long, and how long the latest ones waited', async () => {
    const service = await startTestService({ settings: apiOnly });
    const nowMs = Date.now();
    const ago = (seconds: number) => new Date(nowMs - seconds * 1_000).toISOString();
    const started = (waitedSeconds: number) => ({ createdAt: ago(60 + waitedSeconds), startedAt: ago(60) });
    await insertPastRuns(service, [
      { status: 'queued', result: null, createdAt: ago(300) },
      { status: 'queued', result: null, createdAt: ago(5) },
      started(1),
      started(2),
      started(9),
      // Before the last hour.
      { createdAt: ago(9_000), startedAt: ago(4_000) },
      { ...started(4), platform: 'ios' },
    ]);
    const { queue } = await read(service);
    expect(queue).toEqual([
      { platform: 'web', waiting: 2, oldestWaitMs: expect.any(Number), medianWaitMs: 2_000 },
      { platform: 'ios', waiting: 0, oldestWaitMs: null, medianWaitMs: 4_000 },
      { platform: 'android', waiting: 0, oldestWaitMs: null, medianWaitMs: null },
    ]);
    expect(queue[0].oldestWaitMs).toBeGreaterThanOrEqual(300_000);
  });
});

async function read({ call }: TestService, key?: string) {
  const { status, body } = await call('GET', '/workers', undefined, key === undefined ? {} : { key });
  expect(status).toBe(200);
  return body;
}
