import type { Relation, Target } from '../scene/target.ts';
import type { Platform, StepType } from '../task.ts';
import { withWhere } from './build-claim.ts';
import type { Claim, Instruction, Range } from './instruction.ts';
import { type Known, type ParameterKinds, parameterKinds } from './parameter-kinds.ts';
import { lose, match, type Pattern, patternOf, type ReadingState, spend } from './pattern.ts';
import { type ReadClaim, readClaim, readClaims } from './read-claim.ts';
import { isQuoted, readRelations } from './read-target.ts';
import { atMost, Refused } from './refused.ts';
import { relationAt } from './relations.ts';
import { phraseWith, type Token, wordsAt } from './tokens.ts';
import { everywhere, onWeb, type Verb } from './verb.ts';
import { longestWaitSeconds } from './verbs/waits.ts';
import { verbs } from './vocabulary.ts';
import { stepVerbs } from './words.ts';

/** What one sentence asks for. */
export interface Statement {
  readonly type: StepType;
  readonly platforms: readonly Platform[];
  readonly instruction: Instruction;
}

type Where = readonly [reading: ReadingState<Known>, from: number, to: number];

export const mostRepeated = 100;
const browserClaims: ReadonlySet<string> = new Set<Claim['claim']>([
  'page',
  'accessible',
  'looks',
  'downloaded',
  'file empty',
  'file text',
  'file line',
  'file lines',
]);

const verbKinds: ParameterKinds = {
  ...parameterKinds,
  /** What is waited for: an assertion, or a thing that is to come. */
  waited: {
    expected: 'what to wait for, such as "Done" or "Save" is enabled',
    longest: 80,
    read: waitedAt,
  },
};

const byFirstWord = new Map<string, Array<{ verb: Verb; pattern: Pattern }>>();
for (const verb of verbs) {
  for (const source of verb.patterns) {
    const entry = { verb, pattern: patternOf(source) };
    for (const word of entry.pattern.first ?? [])
      byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), entry]);
  }
}

/** Every word that a sentence that does something can begin with. */
export const verbWords: readonly string[] = [...byFirstWord.keys()];

const claimLead =
  /^(?:(?:verify|ensure|assert|confirm|validate|expect|test|double-check)(?: that| if| whether| :| the presence of| the existence of)?|(?:make|be) sure(?: that| of| :)?|(?:check|see)(?: that| if| whether| :)) /;
/** Behind these there is a sentence, and not only a thing. */
const joined = /(?:that|if|whether|sure) $/;

/**
 * A sentence: condition, place and time around something that is done, perhaps several times, or that must be so. Each of
 * them is read here once and goes with every verb and every assertion. Null where it is none; throws `Refused` where it is one that
 * is not done.
 */
export function readStatement(...[reading, start, to]: Where): Statement | null {
  const from = start + subjectWidth(reading.phrase.tokens, start);
  if (from >= to) return null;
  spend(reading);
  const statement = conditional(reading, from, to) ?? timed(reading, from, to);
  if (statement !== null) return statement;
  const place = leadingPlace(reading, from, to);
  if (place !== null) return placedBefore(reading, place, to);
  return (
    claimed(reading, from, to) ??
    (isJoined(reading, from) ? null : (done(reading, from, to) ?? verified(reading, from, to)))
  );
}

function done(...[reading, from, to]: Where): Statement | null {
  return (
    repeated(reading, from, to) ??
    act(reading, from, to) ??
    doneUntil(reading, from, to) ??
    conditionalAfter(reading, from, to) ??
    asserted(reading, from, to)
  );
}

/** Who does it goes without saying: "I", "the user". */
export function subjectWidth(tokens: readonly Token[], at: number): number {
  if (/^(?:i|we|you|he|she|they)$/.test(tokens[at]?.word ?? '')) return 1;
  return /^(?:the|a) (?:user|visitor|customer|tester)$/.test(wordsAt(tokens, at, at + 2)) &&
    stepVerbs.includes(stemOf(tokens[at + 2]?.word ?? ''))
    ? 2
    : 0;
}

/** `If "Accept cookies" is visible, click it` */
function conditional(...[reading, from, to]: Where): Statement | null {
  const { tokens } = reading.phrase;
  if (tokens[from]?.word !== 'if') return null;
  for (let at = from + 1; at < to; at += 1) {
    const { word, kind } = tokens[at] ?? {};
    if (word !== 'then' && !(kind === 'sign' && word === ',')) continue;
    const time = timeBehind(reading, from, at);
    const read = readClaims(reading, from + 1 + subjectWidth(tokens, from + 1), time?.at ?? at);
    if (read === null) continue;
    const start = tokens[at + 1]?.word === 'then' ? at + 2 : at + 1;
    const step = inSequence(knowing(reading, itOf(read.claim)), start, to);
    if (step === null) continue;
    const conditioned = conditionOf(step, read.claim, read.platforms);
    return time === null ? conditioned : inTime(conditioned, time.seconds);
  }
  return null;
}

/** One statement, or several that are joined by "and". */
function inSequence(...[reading, from, to]: Where): Statement | null {
  const { tokens } = reading.phrase;
  for (let at = from + 1; at < to; at += 1) {
    const isJoint =
      /^(?:,|and|then|&)$/.test(tokens[at]?.word ?? '') && stepVerbs.includes(tokens[at + 1]?.word ?? '');
    const first = isJoint ? readStatement(reading, from, at) : null;
    const rest = first === null ? null : inSequence(reading, at + 1, to);
    if (first === null || rest === null || first.type !== rest.type) continue;
    const steps = [first, rest].flatMap(({ instruction }) =>
      instruction.kind === 'sequence' ? instruction.steps : [instruction],
    );
    return {
      type: first.type,
      platforms: both(first.platforms, rest.platforms),
      instruction: { kind: 'sequence', steps },
    };
  }
  return readStatement(reading, from, to);
}

/** `Click "Accept" if it is visible` */
function conditionalAfter(...[reading, from, to]: Where): Statement | null {
  const at = lastOf(reading, from, to, 'if');
  const step = at === null ? null : readStatement(reading, from, at);
  if (at === null || step === null) return null;
  const read = readClaims(knowing(reading, targetOf(step.instruction)), at + 1, to);
  return read === null ? null : conditionOf(step, read.claim, read.platforms);
}

function conditionOf(step: Statement, claim: Claim, platforms: readonly Platform[]): Statement {
  if (step.type !== 'act')
    throw new Refused('Only what is done can have a condition: what must be so would prove nothing.');
  return {
    type: 'act',
    platforms: both(step.platforms, platforms),
    instruction: { kind: 'if', claim, step: step.instruction },
  };
}

interface LeadingPlace {
  readonly where: readonly Relation[];
  /** Behind its comma. */
  readonly end: number;
}

/** `In the dialog, …` is nothing but a place, whatever follows. */
function leadingPlace(...[{ phrase }, from, to]: Where): LeadingPlace | null {
  if (relationAt(phrase.tokens, from) === null) return null;
  for (let at = from + 1; at < to; at += 1) {
    if (phrase.tokens[at]?.word !== ',') continue;
    const where = readRelations(phrase, from, at);
    return where === null ? null : { where, end: at + 1 };
  }
  return null;
}

/** `In the dialog, click "OK"` */
function placedBefore(
  reading: ReadingState<Known>,
  { where, end }: LeadingPlace,
  to: number,
): Statement | null {
  const rest = readStatement(reading, end, to);
  if (rest === null || (where.length > 0 && !hasThings(rest.instruction))) return null;
  return { ...rest, instruction: placedIn(rest.instruction, where) as Instruction };
}

/** The title of the page is in no dialog, and a key is pressed in none. */
function hasThings(part: unknown): boolean {
  if (part === null || typeof part !== 'object') return false;
  return Object.entries(part).some(
    ([key, value]) => key === 'target' || key === 'things' || hasThings(value),
  );
}

/** Each of its things is there, too. */
function placedIn(part: unknown, where: readonly Relation[]): unknown {
  if (Array.isArray(part)) return part.map((item) => placedIn(item, where));
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) =>
      key === 'target' || key === 'things'
        ? [key, withWhere(value as Target, where)]
        : [key, placedIn(value, where)],
    ),
  );
}

/** `Within 30 seconds see "Done"`, `See "Done" within 30 seconds` */
function timed(...[reading, from, to]: Where): Statement | null {
  const { tokens } = reading.phrase;
  const before = tokens[from]?.word === 'within' ? secondsAt(reading, from + 1, to) : null;
  if (before !== null) {
    const start = tokens[before.end]?.word === ',' ? before.end + 1 : before.end;
    return inTime(readStatement(reading, start, to), before.seconds);
  }
  const after = timeBehind(reading, from + 1, to);
  return after === null ? null : inTime(readStatement(reading, from, after.at), after.seconds);
}

/** `… within 30 seconds`, and where that begins. */
function timeBehind(...[reading, from, to]: Where): { seconds: number; at: number } | null {
  const at = lastOf(reading, from, to, 'within');
  const time = at === null ? null : secondsAt(reading, at + 1, to);
  return at === null || time?.end !== to ? null : { seconds: time.seconds, at };
}

function inTime(statement: Statement | null, given: number): Statement | null {
  if (statement === null) return null;
  const seconds = atMost(given, longestWaitSeconds);
  return { ...statement, instruction: { kind: 'timed', seconds, step: statement.instruction } };
}

function secondsAt(...[reading, from, to]: Where): { seconds: number; end: number } | null {
  for (let end = Math.min(to, from + parameterKinds.seconds.longest); end > from; end -= 1) {
    const seconds = parameterKinds.seconds.read(reading, from, end) as number | null;
    if (seconds !== null) return { seconds, end };
  }
  return null;
}

/** `Verify that "Save" is enabled` */
function claimed(...[reading, from, to]: Where): Statement | null {
  const { tokens } = reading.phrase;
  const lead = leadAt(reading, from);
  if (lead === undefined) {
    // `Check the "Save" button is enabled`, where `Check "Terms"` ticks a box.
    return tokens[from]?.word === 'check' ? statedBy(readClaim(reading, from + 1, to)) : null;
  }
  const start = from + lead.trim().split(' ').length;
  const isFor = tokens[start]?.word === 'to' && tokens[start + 1]?.word === 'see';
  return asserted(reading, isFor ? start + 1 : start, to);
}

function leadAt({ phrase }: ReadingState<Known>, at: number): string | undefined {
  return claimLead.exec(`${wordsAt(phrase.tokens, at, Math.min(phrase.tokens.length, at + 4))} `)?.[0];
}

/** `Check that …` never ticks a box. */
function isJoined(reading: ReadingState<Known>, at: number): boolean {
  return joined.test(leadAt(reading, at) ?? '');
}

/** `Verify the Save button`. Words without quotes that do not say what they mean may be anything. */
function verified(...[reading, from, to]: Where): Statement | null {
  const lead = leadAt(reading, from);
  if (lead === undefined) return null;
  const start = from + lead.trim().split(' ').length;
  const read = seen(reading, start, to);
  const isSure =
    isQuoted(reading.phrase, start, to) || (read !== null && itOf(read.claim)?.role !== undefined);
  return isSure ? statedBy(read) : null;
}

function asserted(...[reading, from, to]: Where): Statement | null {
  const { tokens } = reading.phrase;
  // `Check for "Saved"`, `Look for "Saved"`
  const isLook = /^(?:check|look) for$/.test(wordsAt(tokens, from, from + 2));
  return statedBy(isLook ? seen(reading, from + 2, to) : readClaim(reading, from, to));
}

/** `Verify "Welcome"`: a thing that must be there. */
function seen(...[reading, from, to]: Where): ReadClaim | null {
  const target = parameterKinds.target.read(reading, from, to) as Target | null;
  return target === null ? null : { claim: { claim: 'shown', target }, platforms: everywhere };
}

function statedBy(read: ReadClaim | null): Statement | null {
  if (read === null) return null;
  return { type: 'assert', platforms: read.platforms, instruction: { kind: 'check', claim: read.claim } };
}

function act(...[whole, from, to]: Where): Statement | null {
  const [reading, first] = inImperative(whole, from);
  const entries = byFirstWord.get(first) ?? [];
  spend(reading);
  if (entries.length === 0) lose(reading, from, ['a verb, such as Click or See']);
  for (const { verb, pattern } of entries) {
    const places = match(pattern, verbKinds, reading, from, to);
    if (places === null) continue;
    // What is refused is not read in another way: `Wait for 5 minutes` does not wait for a text.
    const instruction = verb.build(new Map([...places, ['verb', first]]));
    return { type: verb.type ?? 'act', platforms: platformsOf(verb.platforms, instruction), instruction };
  }
  return null;
}

/** What is waited for may be there in a browser alone, as what is asserted. */
function platformsOf(platforms: readonly Platform[], part: unknown): readonly Platform[] {
  return isOfBrowser(part) ? both(platforms, onWeb) : platforms;
}

function isOfBrowser(part: unknown): boolean {
  if (part === null || typeof part !== 'object' || ('kind' in part && part.kind === 'perform')) return false;
  return Object.entries(part).some(([key, value]) =>
    key === 'claim' && typeof value === 'string' ? browserClaims.has(value) : isOfBrowser(value),
  );
}

/** `The user clicks "Next"` asks for the same as `Click "Next"`. */
function inImperative(reading: ReadingState<Known>, at: number): [ReadingState<Known>, string] {
  const { text, tokens } = reading.phrase;
  const token = tokens[at];
  const stem = stemOf(token?.word ?? '');
  if (token === undefined || stem === token.word) return [reading, stem];
  return [{ ...reading, phrase: phraseWith(text, tokens.with(at, { ...token, word: stem })) }, stem];
}

function stemOf(word: string): string {
  if (byFirstWord.has(word)) return word;
  return [word.replace(/s$/, ''), word.replace(/es$/, '')].find((stem) => byFirstWord.has(stem)) ?? word;
}

/** `Click "Next" 3 times` */
function repeated(...[reading, from, to]: Where): Statement | null {
  if (!/^(?:times?|once|twice|thrice)$/.test(reading.phrase.tokens[to - 1]?.word ?? '')) return null;
  for (let at = Math.max(from + 1, to - parameterKinds.times.longest); at < to; at += 1) {
    const range = parameterKinds.times.read(reading, at, to) as Range | null;
    const step = range === null || range.min !== range.max ? null : act(reading, from, at);
    if (range === null || step === null) continue;
    if (range.min < 1 || range.min > mostRepeated)
      throw new Refused(`It is done at least once and at most ${mostRepeated} times.`);
    return { ...step, instruction: { kind: 'repeat', times: range.min, step: step.instruction } };
  }
  return null;
}

/** `Click "Load more" until "Post 45" is visible` */
function doneUntil(...[reading, from, to]: Where): Statement | null {
  const { tokens, words } = reading.phrase;
  if (!words.has('until') && !words.has('till')) return null;
  for (let at = from + 1; at < to; at += 1) {
    if (!/^(?:until|till)$/.test(tokens[at]?.word ?? '')) continue;
    const step = act(reading, from, at);
    const claim = step === null ? null : waitedAt(knowing(reading, targetOf(step.instruction)), at + 1, to);
    if (step !== null && claim !== null) {
      const platforms = platformsOf(step.platforms, claim);
      return { ...step, platforms, instruction: { kind: 'until', step: step.instruction, claim } };
    }
  }
  return null;
}

function waitedAt(reading: ReadingState<Known>, from: number, to: number): Claim | null {
  const { tokens } = reading.phrase;
  const start = from + subjectWidth(tokens, from);
  const read = readClaims(reading, start, to);
  if (read !== null) return read.claim;
  for (let end = start + 1; end < Math.min(to, start + parameterKinds.range.longest + 1); end += 1) {
    const range = parameterKinds.range.read(reading, start, end) as Range | null;
    const things = range === null ? null : (parameterKinds.things.read(reading, end, to) as Target | null);
    if (range !== null && things !== null) return { claim: 'number', things, range };
  }
  return isToHappen(reading, start, to) ? null : (seen(reading, start, to)?.claim ?? null);
}

/** `Wait for the upload to finish` waits for more than these words. */
function isToHappen({ phrase }: ReadingState<Known>, from: number, to: number): boolean {
  return !isQuoted(phrase, from, to) && phrase.tokens.slice(from, to).some(({ word }) => word === 'to');
}

function knowing(reading: ReadingState<Known>, it: Target | null): ReadingState<Known> {
  return { ...reading, phrase: { ...reading.phrase, read: new Map() }, known: { it } };
}

/** What "it" stands for in what follows. */
function itOf(claim: Claim): Target | null {
  if ('target' in claim) return claim.target;
  return 'things' in claim ? claim.things : null;
}

function targetOf(instruction: Instruction): Target | null {
  return instruction.kind === 'perform' ? ((instruction.input.target as Target | undefined) ?? null) : null;
}

function lastOf({ phrase }: ReadingState<Known>, from: number, to: number, word: string): number | null {
  if (!phrase.words.has(word)) return null;
  for (let at = to - 1; at > from; at -= 1) if (phrase.tokens[at]?.word === word) return at;
  return null;
}

function both(one: readonly Platform[], other: readonly Platform[]): readonly Platform[] {
  return one.filter((platform) => other.includes(platform));
}
