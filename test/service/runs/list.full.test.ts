import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import type { Tables } from '../../../src/service/database/tables.ts';
import { listRuns, type RunFilter } from '../../../src/service/runs/run-store.ts';
import { explain } from '../../support/explain.ts';
import { openRuns, type RunsDatabase } from './support.ts';

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
