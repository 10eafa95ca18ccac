import type { Claim } from '../grammar/instruction.ts';
import { accessible } from './accessible.ts';
import { amounting } from './amount.ts';
import type { Check, CheckInput, CheckOutcome } from './check.ts';
import { downloaded, fileEmpty, fileHasLine, fileLines, fileSays } from './files.ts';
import { looksAsBefore, type Pictures } from './looks.ts';
import { pageHas } from './page.ts';
import { nothingSays, numberOf, onScreen, shownExactly, timesShown } from './presence.ts';
import { sortedBy } from './sorted.ts';
import { chosenIn, holding, inState } from './state.ts';

/** How it is found out whether something is so. */
export function checkOf(claim: Claim, pictures: Pictures): Check {
  const isWanted = claim.not !== true;
  switch (claim.claim) {
    case 'shown':
      return onScreen(claim.target, isWanted);
    case 'exactly':
      return shownExactly(claim.text, isWanted);
    case 'part':
      return nothingSays(claim.text);
    case 'times':
      return timesShown(claim.text, claim.range);
    case 'number':
      return numberOf(claim.things, claim.range);
    case 'state':
      return inState(claim.target, claim.state, isWanted);
    case 'holds':
      return holding(claim.target, claim.comparison, claim.text, isWanted);
    case 'amount':
      return amounting(claim.target, claim.comparison, claim.number);
    case 'chosen':
      return chosenIn(claim.option, claim.target, isWanted);
    case 'sorted':
      return sortedBy(claim.by, claim.descending, claim.where ?? null);
    case 'page':
      return pageHas(claim.part, claim.comparison, claim.text, isWanted);
    case 'accessible':
      return accessible(claim.impact);
    case 'looks':
      return looksAsBefore(claim, pictures);
    case 'downloaded':
      return downloaded(claim.file, isWanted);
    case 'file empty':
      return fileEmpty(claim.file, isWanted);
    case 'file text':
      return fileSays(claim.file, claim.comparison, claim.text, isWanted);
    case 'file line':
      return fileHasLine(claim.file, claim.text, isWanted);
    case 'file lines':
      return fileLines(claim.file, claim.range);
    case 'all':
      return all(claim.of.map((part) => checkOf(part, pictures)));
    case 'any':
      return any(claim.of.map((part) => checkOf(part, pictures)));
  }
}

function all(checks: readonly Check[]): Check {
  return {
    expected: checks.map(({ expected }) => expected).join(', '),
    steadyMs: Math.max(...checks.map((check) => check.steadyMs)),
    mayHaveGone: checks.every((check) => check.mayHaveGone === true),
    async look(input) {
      const evidence: string[] = [];
      let mustStay = false;
      for (const check of checks) {
        const outcome = await check.look(input);
        if (!outcome.holds) return { ...outcome, actual: `${check.expected} failed: ${outcome.actual}` };
        evidence.push(outcome.evidence);
        mustStay ||= outcome.mustStay === true;
      }
      return { holds: true, evidence: evidence.join(' '), mustStay };
    },
  };
}

function any(checks: readonly Check[]): Check {
  return {
    expected: checks.map(({ expected }) => expected).join(' or '),
    steadyMs: Math.min(...checks.map((check) => check.steadyMs)),
    mayHaveGone: checks.every((check) => check.mayHaveGone === true),
    async look(input: CheckInput): Promise<CheckOutcome> {
      const missed: string[] = [];
      for (const check of checks) {
        const outcome = await check.look(input);
        if (outcome.holds || outcome.refused !== undefined) return outcome;
        missed.push(outcome.actual);
      }
      return { holds: false, actual: [...new Set(missed)].join('; ') };
    },
  };
}
