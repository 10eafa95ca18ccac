import type { Token } from './tokens.ts';

/** What an assertion says of its subject, with everything around the verb taken into account: `should not be` is a negated "is". */
export interface VerbGroup {
  readonly verb: string;
  readonly isNegated: boolean;
  readonly start: number;
  readonly end: number;
}

/** The forms of each verb that assertions have. */
export const verbForms: Readonly<Record<string, string>> = {
  is: 'is are was were be am becomes become became gets get stays stay remains remain',
  see: 'see sees find finds notice observe',
  has: 'has have holds hold offers offer',
  contain: 'contains contain includes include',
  show: 'shows show displays display says say reads read mentions mention lists list',
  equal: 'equals equal =',
  appear: 'appears appear exists exist opens',
  disappear: 'disappears disappear vanishes vanish closes',
  go: 'goes go',
  start: 'starts start begins begin',
  end: 'ends end',
  come: 'comes come',
  look: 'looks look',
  match: 'matches match',
  change: 'changes change',
  grow: 'grows grow increases increase rises rise',
  drop: 'drops drop decreases decrease falls fall',
};
const verbs = new Map(
  Object.entries(verbForms).flatMap(([verb, words]) => words.split(' ').map((word) => [word, verb] as const)),
);
const auxiliaries = new Set('should must shall will can could would may might to do does did'.split(' '));
const adverbs = new Set(
  'now still also again only then correctly successfully anymore immediately just currently already always properly automatically directly finally really being been'.split(
    ' ',
  ),
);

/** `should no longer be able to`, and some more. */
const longestLead = 10;

/** The group that begins here: auxiliaries, "not", adverbs and a verb; null where there is none. */
export function verbGroupAt(tokens: readonly Token[], start: number): VerbGroup | null {
  let at = start;
  let isNegated = false;
  const word = (offset = 0) => tokens[at + offset]?.word ?? '';
  while (at - start < longestLead) {
    const negation = negationAt(word(), word(1));
    if (negation > 0) isNegated = !isNegated;
    const isAbility = word() === 'be' && word(1) === 'able' && word(2) === 'to';
    const isPassed = auxiliaries.has(word()) || (at > 0 && adverbs.has(word()));
    const width = negation || (isAbility ? 3 : isPassed ? 1 : 0);
    if (width === 0) break;
    at += width;
  }
  const verb = verbs.get(word());
  // `Verify "A" not visible`: as much as "is not".
  const [lead, next] = [tokens[start]?.word ?? '', tokens[start + 1]?.word ?? ''];
  const isBare = at > start && at === start + negationAt(lead, next) && !isAuxiliary(tokens[start - 1]);
  if (verb === undefined && isBare) return { verb: 'is', isNegated, start, end: at };
  if (verb === undefined) return null;
  at += 1;
  while (verb === 'is') {
    const negation = negationAt(word(), word(1));
    if (negation > 0) isNegated = !isNegated;
    const width = negation || (adverbs.has(word()) || /^(?:all|both)$/.test(word()) ? 1 : 0);
    if (width === 0) break;
    at += width;
  }
  return { verb, isNegated, start, end: at };
}

function isAuxiliary(token: Token | undefined): boolean {
  return auxiliaries.has(token?.word ?? '');
}

/** How many words say "not" here. */
function negationAt(word: string, next: string): number {
  if (word === 'not' || word === 'never') return 1;
  return word === 'no' && next === 'longer' ? 2 : 0;
}
