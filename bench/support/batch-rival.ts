import { randomUUID } from 'node:crypto';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';

interface BatchRival {
  /** Milliseconds of one transaction. */
  addBatch(size: number): Promise<number>;
  stop(): Promise<void>;
}

/** As a service on graphile-worker would write it: a row and a job for each run, in one transaction. */
export async function startBatchRival(connection: pg.ClientConfig): Promise<BatchRival> {
  const pool = new pg.Pool({ ...connection, max: 2 });
  const utils = await makeWorkerUtils({ pgPool: pool });
  await utils.migrate();
  await utils.release();
  await pool.end();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('create table bench_runs (like runs including all)');
  const {
    rows: [project],
  } = await client.query('select id from projects limit 1');
  return {
    async addBatch(size) {
      const startedMs = performance.now();
      await client.query('begin');
      for (let at = 0; at < size; at += 1) {
        const id = randomUUID();
        await client.query({
          name: 'insert',
          text: `insert into bench_runs (id, project_id, type, platform, prompt) values ($1, $2, 'chat', 'web', 'see one')`,
          values: [id, project.id],
        });
        await client.query({
          name: 'add',
          text: `select graphile_worker.add_job('run', json_build_object('runId', $1::text))`,
          values: [id],
        });
      }
      await client.query('commit');
      return performance.now() - startedMs;
    },
    async stop() {
      await client.query('drop table bench_runs');
      await client.end();
    },
  };
}
