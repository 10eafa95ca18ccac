import type { Check, CheckOutcome } from './check.ts';
import { type ClaimKind, ofNoThing } from './claim-kind.ts';

/** Several claims in one sentence, all of which must be so. */
export const all: ClaimKind<'all'> = {
  ways: [],
  words: ({ of }, _isWanted, wordsOf) => of.map(wordsOf).join(' and '),
  spoken: ofNoThing,
  check: ({ of }, _isWanted, _pictures, checkOf) => eachOf(of.map(checkOf)),
};

/** Several claims in one sentence, one of which must be so. */
export const any: ClaimKind<'any'> = {
  ways: [],
  words: ({ of }, _isWanted, wordsOf) => of.map(wordsOf).join(' or '),
  spoken: ofNoThing,
  check: ({ of }, _isWanted, _pictures, checkOf) => oneOf(of.map(checkOf)),
};

function eachOf(checks: readonly Check[]): Check {
  return {
    expected: checks.map(({ expected }) => expected).join(', '),
    steadyMs: Math.max(...checks.map((check) => check.steadyMs)),
    mayHaveGone: checks.every((check) => check.mayHaveGone === true),
    async look(input) {
      const evidence: string[] = [];
      let mustStay = false;
      let undecided: CheckOutcome | null = null;
      for (const check of checks) {
        const outcome = await check.look(input);
        if (!outcome.holds && isUndecided(outcome)) undecided ??= outcome;
        else if (!outcome.holds) return { ...outcome, actual: `${check.expected} failed: ${outcome.actual}` };
        else {
          evidence.push(outcome.evidence);
          mustStay ||= outcome.mustStay === true;
        }
      }
      if (undecided !== null) return undecided;
      return { holds: true, evidence: evidence.join(' '), mustStay };
    },
  };
}

function oneOf(checks: readonly Check[]): Check {
  return {
    expected: checks.map(({ expected }) => expected).join(' or '),
    steadyMs: Math.min(...checks.map((check) => check.steadyMs)),
    mayHaveGone: checks.every((check) => check.mayHaveGone === true),
    async look(input) {
      const missed: string[] = [];
      let undecided: CheckOutcome | null = null;
      for (const check of checks) {
        const outcome = await check.look(input);
        if (outcome.holds || outcome.refused !== undefined) return outcome;
        if (isUndecided(outcome)) undecided ??= outcome;
        missed.push(outcome.actual);
      }
      if (undecided !== null) return undecided;
      return { holds: false, actual: [...new Set(missed)].join('; ') };
    },
  };
}

/** Words without quotes do not tell what is meant: that part is not so, and is not wrong either. */
function isUndecided({ unclear, ambiguous }: Extract<CheckOutcome, { holds: false }>): boolean {
  return unclear !== undefined || ambiguous?.isUnclear === true;
}
