import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { apiOnly, startTestService, type TestService } from '../../support/service.js';

describe('the list of runs', () => {
  it('is newest first and walks page by page, by cursor or by link, without a gap or a repetition', async () => {
    const service = await startTestService({ settings: apiOnly });
    await insertEnded(service, service.projectId, 25);
    const whole = await service.call('GET', '/runs');
    expect(Object.keys(whole.body)).toEqual(['runs', 'nextCursor']);
    expect(whole.body.nextCursor).toBeNull();
    expect(whole.headers.get('link')).toBeNull();
    const { rows } = await service.query('select id from runs order by created_at desc, id desc');
    const all = rows.map(({ id }) => id);
    expect(ids(whole.body)).toEqual(all);
    const { stepResults, ...others } = (await service.call('GET', `/runs/${all[7]}`)).body;
    expect(whole.body.runs[7]).toEqual(others);
    expect(stepResults).toEqual(others.output.steps);

    const byCursor: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await service.call('GET', `/runs?limit=4${cursor === null ? '' : `&cursor=${cursor}`}`);
      byCursor.push(...ids(page.body));
      cursor = page.body.nextCursor;
      expect(page.body.runs.length).toBe(cursor === null ? 1 : 4);
    } while (cursor !== null);
    expect(byCursor).toEqual(all);

    const byLink: string[] = [];
    let path: string | null = '/runs?limit=5&status=completed';
    while (path !== null) {
      const page = await service.call('GET', path);
      byLink.push(...ids(page.body));
      path = nextOf(page.headers.get('link'));
    }
    expect(byLink).toEqual(all);
  });

  it('neither repeats nor skips what was there while runs come in between the pages', async () => {
    const service = await startTestService({ settings: apiOnly });
    await insertEnded(service, service.projectId, 9);
    const before = ids((await service.call('GET', '/runs')).body);
    const walked: string[] = [];
    let path: string | null = '/runs?limit=2';
    while (path !== null) {
      const page = await service.call('GET', path);
      walked.push(...ids(page.body));
      path = nextOf(page.headers.get('link'));
      await service.call('POST', '/runs', { prompt: 'see a' });
    }
    expect(walked).toEqual(before);
  });

  it('is narrowed by status, project and batch, alone and together', async () => {
    const service = await startTestService({ settings: apiOnly });
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const batchId = newId();
    await insertEnded(service, service.projectId, 3);
    await insertEnded(service, service.projectId, 2, { batchId });
    await insertEnded(service, other, 4, { status: 'failed' });
    for (const projectId of [service.projectId, other]) {
      await service.call('POST', '/runs', { prompt: 'see a', projectId });
    }
    const count = async (query: string) => (await service.call('GET', `/runs?${query}`)).body.runs.length;
    expect(await count('')).toBe(11);
    expect(await count('status=queued')).toBe(2);
    expect(await count('status=failed')).toBe(4);
    expect(await count('status=cancelled')).toBe(0);
    expect(await count(`projectId=${other}`)).toBe(5);
    expect(await count(`projectId=${other}&status=completed`)).toBe(0);
    expect(await count(`projectId=${service.projectId}&status=completed`)).toBe(5);
    expect(await count(`batchId=${batchId}`)).toBe(2);
    expect(await count(`batchId=${newId()}`)).toBe(0);
    expect(await count(`batchId=${batchId}&projectId=${other}`)).toBe(0);
    expect(await count(`batchId=${batchId}&projectId=${service.projectId}&status=completed`)).toBe(2);
    const page = await service.call('GET', `/runs?batchId=${batchId}&status=completed&limit=1`);
    const next = nextOf(page.headers.get('link')) ?? '';
    expect(next).toContain(`batchId=${batchId}&status=completed`);
    expect((await service.call('GET', next)).body.runs).toHaveLength(1);
  });
});

function ids({ runs }: { runs: Array<{ id: string }> }): string[] {
  return runs.map(({ id }) => id);
}

function nextOf(link: string | null): string | null {
  const [, path = null] =
    /^<http:\/\/gantry\.example\.test\/api\/v1(.*)>; rel="next"$/.exec(link ?? '') ?? [];
  return path;
}

/** Three in each moment, so that the id has to decide. */
async function insertEnded(
  { query }: TestService,
  projectId: string,
  count: number,
  { status = 'completed', batchId = null as string | null } = {},
): Promise<void> {
  await query(
    `insert into runs (id, project_id, type, status, platform, batch_id, created_at, completed_at)
     select gen_random_uuid(), $1, 'chat', $2, 'web', $3,
       date_trunc('milliseconds', now()) - make_interval(secs => 1000 - n / 3), now()
     from generate_series(1, $4::int) n`,
    [projectId, status, batchId, count],
  );
}
