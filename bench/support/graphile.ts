import { createInterface } from 'node:readline';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';

/**
 * The rival of the jobs: graphile-worker in a process of its own, set for throughput. Each line asked of it is a number
 * of jobs; it answers with the milliseconds from the first job's start until its table is empty.
 */
const schema = 'graphile_worker';
/** Its best of 10, 24 and 50 jobs at once, each with delays of 0, 5 and 50 ms. */
const concurrentJobs = 24;
const batchDelayMs = 5;

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 12 });
pool.on('error', () => undefined);
pool.on('connect', (client) => client.on('error', () => undefined));
const logger = new Logger(() => () => undefined);
const preset = {
  worker: {
    schema,
    concurrentJobs,
    localQueue: { size: 500 },
    completeJobBatchDelay: batchDelayMs,
    failJobBatchDelay: batchDelayMs,
    logger,
  },
};
const utils = await makeWorkerUtils({ pgPool: pool, schema, logger });
await utils.migrate();
console.log(JSON.stringify('ready'));

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await measure(Number(JSON.parse(line)))));
}

/** Its runner starts when the jobs are there and analyzed: before that, its prepared statements get plans for an empty table. */
async function measure(count: number): Promise<number> {
  await pool.query(
    `select from ${schema}.add_jobs(array(
       select json_populate_record(null::${schema}.job_spec, '{"identifier": "nothing", "payload": {"keys": []}}')
       from generate_series(1, $1::int)))`,
    [count],
  );
  await pool.query(`vacuum analyze ${schema}._private_jobs`);
  let left = count;
  let startedMs = 0;
  let finish: () => void = () => undefined;
  const allRun = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const nothing = async () => {
    startedMs ||= performance.now();
    left -= 1;
    if (left === 0) finish();
  };
  const runner = await run({ pgPool: pool, preset, taskList: { nothing }, noHandleSignals: true });
  await allRun;
  await untilEmpty();
  const tookMs = performance.now() - startedMs;
  await runner.stop();
  return tookMs;
}

async function untilEmpty(): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(`select from ${schema}._private_jobs limit 1`);
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
