import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

/** Runs the properties of test/inspect for as long as asked: `npm run fuzz -- --seconds 600 --seed 42`. */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
});
const seconds = Number(values.seconds);
if (!(seconds > 0) || (values.seed !== undefined && !Number.isInteger(Number(values.seed)))) {
  console.error('Usage: npm run fuzz -- [--seconds <positive number>] [--seed <integer>]');
  process.exit(2);
}

process.env.FUZZ_SECONDS = String(seconds);
if (values.seed !== undefined) process.env.FUZZ_SEED = values.seed;
console.log(
  `Fuzzing for ${seconds} s; each property prints its runs and its seed when its share of the time is over.`,
);

// Without the configuration file: what it sets up, a database, is of no use here.
const vitest = await startVitest('test', ['test/inspect/properties.test.ts'], {
  config: false,
  watch: false,
  disableConsoleIntercept: true,
});
await vitest.close();
