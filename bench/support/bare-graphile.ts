import { Logger, run } from 'graphile-worker';
import pg from 'pg';

/** Prints the moment at which each task starts. */
const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 10 });
const runner = await run({
  pgPool: pool,
  concurrency: 4,
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  taskList: {
    start: async () => console.log(JSON.stringify(performance.timeOrigin + performance.now())),
  },
});
console.log(JSON.stringify('ready'));
process.once('SIGTERM', async () => {
  await runner.stop();
  await pool.end();
});
