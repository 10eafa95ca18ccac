import fc from 'fast-check';
import { describe, it } from 'vitest';
import { inspectProperties } from './properties.ts';

/** Set by `npm run fuzz`: the time for all properties together, and the seed that a failure printed. */
const fuzzSeconds = Number(process.env.FUZZ_SECONDS ?? 0);
const fuzzSeed = process.env.FUZZ_SEED;

describe('any bytes whatever', () => {
  const shareMs = (fuzzSeconds * 1000) / inspectProperties.length;

  it.each(inspectProperties)('$name', { timeout: shareMs + 60_000 }, async ({ name, property }) => {
    const seed = fuzzSeed === undefined ? {} : { seed: Number(fuzzSeed) };
    if (fuzzSeconds === 0) {
      await fc.assert(await property(), { numRuns: 75, ...seed });
      return;
    }
    const details = await fc.check(await property(), {
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: shareMs,
      ...seed,
    });
    console.log(
      `${details.counterexample === null ? 'held  ' : 'FAILED'} ${details.numRuns} runs, seed ${details.seed}: ${name}`,
    );
    if (details.counterexample !== null)
      throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
  });
});
