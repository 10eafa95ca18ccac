import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import type { Tables } from '../../../src/service/database/tables.ts';
import { listRuns, type RunFilter } from '../../../src/service/runs/run-store.ts';
import { explain } from '../../support/explain.ts';
import { apiOnly, startTestService, type TestService } from '../../support/service.js';
import { openRuns, type RunsDatabase } from './support.ts';

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

describe('at 100,000 runs', () => {
  it('every combination of filters reads its page from an index, first and later pages', async () => {
    const at = await openRuns();
    const { projects, batchId, middle } = await fillTable(at);
    const sent = captureStatements(at);
    const costly: unknown[] = [];
    for (const projectId of [undefined, projects.large, projects.small]) {
      for (const status of [undefined, 'completed', 'running', 'cancelled'] as const) {
        for (const batch of [undefined, batchId]) {
          for (const after of [undefined, middle]) {
            const filter = { projectId, status, batchId: batch };
            const { steps, pages } = await explain(at.url, await sent(filter, after));
            if (steps.includes('Seq Scan on runs') || pages > maxPages) {
              costly.push({ ...filter, isLater: after !== undefined, steps, pages });
            }
          }
        }
      }
    }
    expect(costly).toEqual([]);
  });
});

/** A page of 101 rows, each of which may lie on a page of its own, and the ways down the indexes. */
const maxPages = 450;

async function fillTable({ query }: RunsDatabase) {
  const projects = Array.from({ length: 20 }, () => newId());
  const [large = '', small = ''] = projects;
  await query(`insert into projects (id, name) select unnest($1::uuid[]), 'Shop'`, [projects]);
  const batchId = newId();
  // Half of all belongs to one project; of a hundred thousand, forty are running and a hundred cancelled.
  await query(
    `insert into runs (id, project_id, type, status, platform, prompt, batch_id, created_at, started_at, completed_at)
     select gen_random_uuid(), ($1::uuid[])[case when n % 2 = 0 then 1 else 2 + (n * 7919) % 19 end], 'chat', status, 'web',
       repeat('see a ', 20), case when n between 500 and 560 then $2::uuid when n % 3 = 0 then md5((n / 60)::text)::uuid end,
       now() - make_interval(secs => 100000 - n), now(), case when status <> 'running' then now() end
     from (
       select n, case when n % 2500 = 1 then 'running' when n % 1000 = 0 then 'cancelled'
         when n % 9 = 0 then 'failed' else 'completed' end as status
       from generate_series(1, 100000) n
     ) numbered`,
    [projects, batchId],
  );
  await query('vacuum analyze runs');
  await query('analyze projects');
  const { rows } = await query(
    'select created_at, id from runs order by created_at desc, id desc offset 40000 limit 1',
  );
  const middle = { createdAt: rows[0].created_at, id: rows[0].id };
  return { projects: { large, small }, batchId, middle };
}

/** The very statements that `listRuns` sends. */
function captureStatements({ url }: RunsDatabase) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Its connection may still be closing when the database is dropped under it.
  pool.on('error', () => undefined);
  const sent: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  });
  onTestFinished(() => db.destroy());
  return async (
    filter: RunFilter,
    after: { createdAt: Date; id: string } | undefined,
  ): Promise<CompiledQuery> => {
    await listRuns(db, filter, { limit: 101, after });
    const last = sent.at(-1);
    if (last === undefined) throw new Error('nothing was sent');
    return last;
  };
}

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
