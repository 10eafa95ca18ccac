import { parseArgs } from 'node:util';

/**
 * `npm run fuzz -- --seconds 600 --seed 42` runs the properties of test/service/inspect for as long as asked.
 * `npm run fuzz -- --api --count 1000000` sends requests made from openapi.json to a service, by default one of its own.
 */
const { values } = parseArgs({
  options: {
    api: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string', default: '10000' },
    url: { type: 'string' },
  },
});
const seconds = Number(values.seconds ?? (values.api ? 3_600 : 60));
const count = Number(values.count);
const seed = values.seed === undefined ? undefined : Number(values.seed);
// The client's own variable: a key on the command line would be seen by others on the machine.
const key = process.env.GANTRY_API_KEY;
if (
  !(seconds > 0) ||
  !(Number.isInteger(count) && count > 0) ||
  (seed !== undefined && !Number.isInteger(seed)) ||
  (values.url !== undefined && !key)
) {
  console.error(
    [
      'Usage: npm run fuzz -- [--seconds <positive number>] [--seed <integer>]',
      '       npm run fuzz -- --api [--count <requests>] [--seconds <limit>] [--seed <integer>] [--url <service>]',
      'With --url, GANTRY_API_KEY holds an admin key of that service; it is filled with test data.',
    ].join('\n'),
  );
  process.exit(2);
}

if (values.api) {
  const { fuzzApiByHand } = await import('./fuzz/fuzz-command.mjs');
  const { url } = values;
  process.exitCode = await fuzzApiByHand({
    count,
    seconds,
    seed: seed ?? Math.floor(Math.random() * 1_000_000),
    ...(url !== undefined && { url: new URL(url).origin, key }),
  });
} else await fuzzInspect();

async function fuzzInspect() {
  const { startVitest } = await import('vitest/node');
  process.env.FUZZ_SECONDS = String(seconds);
  if (seed !== undefined) process.env.FUZZ_SEED = String(seed);
  console.log(
    `Fuzzing for ${seconds} s; each property prints its runs and its seed when its share of the time is over.`,
  );
  // Without the configuration file: what it sets up, a database, is of no use here.
  const vitest = await startVitest('test', ['test/service/inspect/properties.test.ts'], {
    config: false,
    watch: false,
    disableConsoleIntercept: true,
  });
  await vitest.close();
}
