import type { Assertion } from '../grammar/assertion.ts';
import type { Claim } from '../grammar/instruction.ts';
import type { RunReport } from '../report.ts';
import type { Check } from './check.ts';
import type { Spoken } from './clearly.ts';

export type ClaimOf<Kind extends Claim['claim']> = Claim & { readonly claim: Kind };

/** Where approved pictures come from, and where others wait for approval. */
export type Pictures = Pick<RunReport, 'baseline' | 'propose'>;

/** All there is to one kind of claim. */
export interface ClaimKind<Kind extends Claim['claim']> {
  /** How it can be asserted. The first that fits wins. */
  readonly ways: readonly Assertion[];
  /** As a sentence that would be read as it: `the "Save" button is enabled`. */
  words(claim: ClaimOf<Kind>, isWanted: boolean, wordsOf: (part: Claim) => string): string;
  /** The things that it speaks of: where one is only described, it has a verdict only if that names one thing. */
  spoken(claim: ClaimOf<Kind>, isWanted: boolean): Spoken;
  /** How it is found out whether it is so. */
  check(claim: ClaimOf<Kind>, isWanted: boolean, pictures: Pictures, checkOf: (part: Claim) => Check): Check;
}

/** It speaks of texts, files or the page as a whole. */
export const ofNoThing = (): Spoken => ({ targets: [] });
