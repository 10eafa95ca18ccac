import type { Assertion } from '../grammar/assertion.ts';
import type { Claim } from '../grammar/instruction.ts';
import { accessible } from './accessible.ts';
import { all, any } from './all-any.ts';
import { amount } from './amount.ts';
import { changed } from './changed.ts';
import type { Check } from './check.ts';
import { chosen } from './chosen.ts';
import type { ClaimKind, ClaimOf, Pictures } from './claim-kind.ts';
import { clearly } from './clearly.ts';
import { each } from './each.ts';
import { exactly } from './exactly.ts';
import { downloaded, fileEmpty, fileLine, fileLines, fileText } from './files.ts';
import { holds } from './holds.ts';
import { listed } from './listed.ts';
import { looks } from './looks.ts';
import { number } from './number.ts';
import { page } from './page.ts';
import { part } from './part.ts';
import { pattern } from './pattern.ts';
import { same } from './same.ts';
import { shown } from './shown.ts';
import { sorted } from './sorted.ts';
import { state } from './state.ts';
import { distinct, sum } from './sums.ts';
import { times } from './times.ts';

/** In the order in which their ways win. */
const kinds: { readonly [Kind in Claim['claim']]: ClaimKind<Kind> } = {
  downloaded,
  'file lines': fileLines,
  'file line': fileLine,
  'file empty': fileEmpty,
  'file text': fileText,
  accessible,
  looks,
  number,
  times,
  exactly,
  listed,
  part,
  page,
  shown,
  chosen,
  state,
  sorted,
  pattern,
  changed,
  same,
  distinct,
  sum,
  holds,
  amount,
  each,
  all,
  any,
};

/** What can be asserted. "Verify that", "Make sure", "I should" and the like may go before. The first that fits wins. */
export const assertions: readonly Assertion[] = Object.values(kinds).flatMap(({ ways }) => ways);

const browserClaims: ReadonlySet<string> = new Set(
  Object.entries(kinds).flatMap(([kind, { ways }]) => (isOfBrowser(ways) ? [kind] : [])),
);

function isOfBrowser(ways: readonly Assertion[]): boolean {
  return ways.length > 0 && ways.every(({ platforms }) => platforms.every((platform) => platform === 'web'));
}

/** Whether there is such a thing in a browser alone. */
export function isBrowserClaim(kind: string): boolean {
  return browserClaims.has(kind);
}

/** A claim as a sentence that would be read as it: `the "Save" button is enabled`. */
export function claimInWords(claim: Claim): string {
  return kindOf(claim).words(claim, claim.not !== true, claimInWords);
}

/** How it is found out whether something is so. */
export function checkOf(claim: Claim, pictures: Pictures): Check {
  const kind = kindOf(claim);
  const isWanted = claim.not !== true;
  const check = kind.check(claim, isWanted, pictures, (part) => checkOf(part, pictures));
  return clearly(check, kind.spoken(claim, isWanted));
}

function kindOf<Kind extends Claim['claim']>({ claim }: ClaimOf<Kind>): ClaimKind<Kind> {
  return kinds[claim];
}
