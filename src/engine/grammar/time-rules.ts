import type { Modifier } from '../acting/catalogue/pointer.ts';
import type { Target } from '../scene/target.ts';
import type { Rule, Stretch } from './automaton.ts';
import { sharedBy } from './claim-rules.ts';
import type { Claim, Instruction } from './instruction.ts';
import { type Act, type Pace, type Predicate, rule, type Stated } from './meanings.ts';
import { namesIt, thingNamed, withIt } from './refer-back.ts';
import { atMost, Refused } from './refused.ts';
import type { Clause } from './statement.ts';
import {
  both,
  check,
  clause,
  conditional,
  ifSo,
  inTime,
  mostRepeated,
  platformsOf,
  separately,
  untilIt,
} from './step-rules.ts';
import { everywhere, onWeb, performOn } from './verb.ts';
import { verbGroupAt } from './verb-group.ts';
import { longestWaitSeconds } from './verbs/waits.ts';

// Keys that are held.

function holding(act: Act, keys: readonly Modifier[]): Act | null {
  const instruction = held(act.instruction, keys);
  // What else the verb would hold for is done without the key.
  return instruction && { ...act, platforms: both(act.platforms, onWeb), instruction, verb: 'hold' };
}

function held(instruction: Instruction, keys: readonly Modifier[]): Instruction | null {
  if (instruction.kind === 'sequence' || instruction.kind === 'repeat') {
    const steps = instruction.kind === 'repeat' ? [instruction.step] : instruction.steps;
    const each = steps.flatMap((step) => held(step, keys) ?? []);
    const [only] = each;
    if (each.length < steps.length || only === undefined) return null;
    return instruction.kind === 'repeat' ? { ...instruction, step: only } : { ...instruction, steps: each };
  }
  const isDone = instruction.kind === 'perform' || instruction.kind === 'each';
  if (!isDone || instruction.action !== 'click') return null;
  if (instruction.input.modifiers !== undefined || instruction.input.key !== undefined) return null;
  return { ...instruction, input: { ...instruction.input, modifiers: [...keys] } };
}

const heldRules: Rule[] = [
  rule('act', 'hold [down] <held> [down] and|, [then] <act>', ({ held: keys, act }) => holding(act, keys)),
  rule('act', 'press|keep [and] hold [down] <held> and|, [then] <act>', ({ held: keys, act }) =>
    holding(act, keys),
  ),
  rule('act', 'hold [down] <held> while <doing>', ({ held: keys, doing }) => holding(doing, keys)),
  rule('act', '[while|whilst] holding [down] <held> [,] <act>', ({ held: keys, act }) => holding(act, keys)),
  rule('act', 'with <held> held|pressed [down] [,] <act>', ({ held: keys, act }) => holding(act, keys)),
  rule('act', '<act> [,] while|whilst holding|pressing [down] <held>', ({ held: keys, act }) =>
    holding(act, keys),
  ),
  rule('act', '<act> while|whilst <held> is held|pressed [down]', ({ held: keys, act }) =>
    holding(act, keys),
  ),
  rule('act', '<act> with <held> held|pressed [down]', ({ held: keys, act }) => holding(act, keys)),
];

// Repetition.

function until(act: Act, waited: Claim, pace: Pace, stretch: Stretch): Clause {
  const { times, every } = pace;
  if (times !== undefined && (times < 1 || times > mostRepeated))
    throw new Refused(`It is done at least once and at most ${mostRepeated} times.`);
  if (every !== undefined) atMost(every * (times ?? 1), longestWaitSeconds);
  return {
    ...clause(act, stretch),
    platforms: platformsOf(act.platforms, waited),
    instruction: {
      kind: 'until',
      step: act.instruction,
      claim: untilIt(waited, thingNamed(act.instruction) ?? null),
      ...pace,
    },
  };
}

/** `for each of "A" and "B": click it`. What does not speak of it would only be done again. */
function forEach(targets: readonly Target[], steps: readonly Clause[], stretch: Stretch): Clause | null {
  if (!steps.some(({ instruction }) => namesIt(instruction))) return null;
  const each = targets.flatMap((target) => steps.map(({ instruction }) => withIt(instruction, target)));
  return {
    type: steps.some(({ type }) => type === 'act') ? 'act' : 'assert',
    platforms: sharedBy(steps),
    instruction: { kind: 'sequence', steps: each.flatMap(apart) },
    from: stretch.from,
    to: stretch.to,
  };
}

function apart(instruction: Instruction): readonly Instruction[] {
  return instruction.kind === 'sequence' ? instruction.steps : [instruction];
}

/** `Delete "A" and "B", confirming each time with "Yes"` */
function confirming(act: Act, button: Target): Act {
  const steps = apart(act.instruction).flatMap((step) => [step, performOn('click', button)]);
  return { ...act, instruction: { kind: 'sequence', steps } };
}

const repetitionRules: Rule[] = [
  rule('pace', 'every <seconds>', ({ seconds }) => ({ every: seconds })),
  rule('pace', 'every second', () => ({ every: 1 })),
  rule('pace', 'every minute', () => ({ every: 60 })),
  rule('pace', '<times>', ({ times: { min, max } }) => (min === 0 && max !== null ? { times: max } : null)),
  rule('pace', '<pace> [,] [but] <more:pace>', ({ pace, more }) =>
    Object.keys(pace).some((key) => key in more) ? null : { ...pace, ...more },
  ),
  rule('pace', 'repeatedly', () => ({})),
  rule('pace', 'again and again', () => ({})),
  rule('pace', 'over and over [again]', () => ({})),
  rule('one', '<act> until|till <waited>', ({ act, waited }, stretch) => until(act, waited, {}, stretch), 1),
  rule(
    'one',
    '<act> [,] <pace> [,] until|till <waited> [,] [but] [<more:pace>]',
    ({ act, pace, more = {}, waited }, stretch) => until(act, waited, { ...pace, ...more }, stretch),
  ),
  rule('one', '<pace> [,] <act> until|till <waited>', ({ act, pace, waited }, stretch) =>
    until(act, waited, pace, stretch),
  ),
  rule('one', '<act> until|till <waited> [,] [but] <pace>', ({ act, pace, waited }, stretch) =>
    until(act, waited, pace, stretch),
  ),
  rule('one', 'keep [on] <doing> [<pace>] until|till <waited>', ({ doing, pace = {}, waited }, stretch) =>
    until(doing, waited, pace, stretch),
  ),
  rule(
    'one',
    'continue [with] <doing> [<pace>] until|till <waited>',
    ({ doing, pace = {}, waited }, stretch) => until(doing, waited, pace, stretch),
  ),
  rule('act', '<act> [,] one after the|each other', ({ act }) => inTurn(act)),
  rule('act', '<act> [,] one after another', ({ act }) => inTurn(act)),
  rule('act', '<act> [,] one by one', ({ act }) => inTurn(act)),
  rule('act', '<act> [,] in this|that order', ({ act }) => inTurn(act)),
  rule(
    'act',
    '<act> [,] confirming [it|them] [each] [time|one] with|by [clicking|pressing|tapping] <target>',
    ({ act, target }) => confirming(act, target),
    1,
  ),
  rule('step', 'for each [one] [of] [the] <several> ,|: <then>', ({ several, then }, stretch) =>
    forEach(several, then, stretch),
  ),
  rule('step', 'for <several> : <then>', ({ several, then }, stretch) => forEach(several, then, stretch)),
];

function inTurn(act: Act): Act | null {
  return act.instruction.kind === 'sequence' ? act : null;
}

// How long it may take, and how long it lasts.

const stays = /^(?:stays?|remains?|keeps?|still)$/;

/** `is shown for 3 seconds` may mean that it is gone then. */
function lasting({ claim, platforms }: Stated, given: number, isLeast: boolean, stretch: Stretch): Clause {
  const { tokens } = stretch.phrase;
  const isClear =
    isLeast ||
    claim.not === true ||
    tokens.slice(stretch.from, stretch.to).some(({ word }) => stays.test(word));
  if (!isClear)
    throw new Refused('It does not say whether it may be so any longer: say "for at least 3 seconds".');
  const seconds = atMost(given, longestWaitSeconds);
  return { ...check({ claim, platforms }, stretch), instruction: { kind: 'lasting', claim, seconds } };
}

function waiting(seconds: number, { from, to }: { from: number; to: number }): Clause {
  return {
    type: 'act',
    platforms: everywhere,
    instruction: {
      kind: 'perform',
      action: 'wait_for',
      input: { seconds: atMost(seconds, longestWaitSeconds) },
    },
    from,
    to,
  };
}

/** `appears and then goes away within 8 seconds`: the time is that of what comes last. */
function inTurns(
  one: Clause,
  pred: Predicate,
  limit: number | undefined,
  { phrase, from }: Stretch,
): Clause[] | null {
  const known = one.type === 'assert' ? thingNamed(one.instruction) : null;
  const other = known == null ? null : pred.of({ targets: [known], isSure: known.described !== true });
  if (other === null) return null;
  let to = from + 1;
  while (to < one.to && verbGroupAt(phrase.tokens, to) === null) to += 1;
  const last = separately({ ...other, from: pred.from, to: pred.to, shared: { from, to } });
  return [one, limit === undefined ? last : inTime(last, limit)];
}

const timeRules: Rule[] = [
  rule('limit', 'within <seconds>', ({ seconds }) => seconds),
  rule('limit', 'within the|at|max|maximum [next|following|most] <seconds>', ({ seconds }) => seconds),
  rule('limit', 'within no|not more than <seconds>', ({ seconds }) => seconds),
  rule('limit', 'in less|under than <seconds>', ({ seconds }) => seconds),
  rule('limit', 'in under <seconds>', ({ seconds }) => seconds),
  rule('limit', '[in|after] at most <seconds>', ({ seconds }) => seconds),
  rule('limit', '[in|after] no more than <seconds>', ({ seconds }) => seconds),
  rule('limit', '[after] max|maximum|maximally <seconds>', ({ seconds }) => seconds),
  rule('limit', '[after] <seconds> at most|max', ({ seconds }) => seconds),
  rule('limit', '[after] <seconds> at the latest|most', ({ seconds }) => seconds),
  rule('limit', 'at the latest after <seconds>', ({ seconds }) => seconds),
  rule('step', '[<who>] <one> [,] <limit>', ({ one, limit }, { to }) => inTime({ ...one, to }, limit)),
  rule('step', '<limit> [,] <step>', ({ step, limit }, { from }) => inTime({ ...step, from }, limit)),
  rule('one', '[<sure>] <claim> for <seconds>', ({ claim, seconds }, stretch) =>
    lasting(claim, seconds, false, stretch),
  ),
  rule('one', '[<sure>] <claim> for at least <seconds>', ({ claim, seconds }, stretch) =>
    lasting(claim, seconds, true, stretch),
  ),
  rule('one', 'after <seconds>', ({ seconds }, stretch) => waiting(seconds, stretch)),
  rule(
    'steps',
    'after <seconds> <steps>',
    ({ seconds, steps: [first, ...others] }, { from }) =>
      first === undefined ? null : [waiting(seconds, { from, to: first.from }), first, ...others],
    1,
  ),
  rule('andThen', 'and|, then', () => true),
  rule('andThen', ', and then', () => true),
  rule('andThen', 'then', () => true),
  rule(
    'steps',
    '<one> <andThen> <pred> [<limit>]',
    ({ one, pred, limit }, stretch) => inTurns(one, pred, limit, stretch),
    2,
  ),
  rule(
    'steps',
    '<one> and <pred> <limit>',
    ({ one, pred, limit }, stretch) => inTurns(one, pred, limit, stretch),
    2,
  ),
  // `"Done" appears after clicking "Start"`
  rule('steps', '<one> [<limit>] after <doing>', ({ one, limit, doing }, { to }) => [
    doing,
    limit === undefined ? one : inTime({ ...one, to: to - (doing.to - doing.from) - 1 }, limit),
  ]),
  rule('one', '<doing>', ({ doing }) => doing, 1),
];

// Conditions.

function unless(one: Clause, claims: Stated, stretch: Stretch): Clause {
  const { instruction, ...rest } = conditional([one], claims, stretch);
  if (instruction.kind !== 'if') throw new Error('That is no condition.');
  return { ...rest, instruction: { kind: 'unless', claim: instruction.claim, step: instruction.step } };
}

function either(claims: Stated, then: readonly Clause[], other: readonly Clause[], stretch: Stretch): Clause {
  const first = ifSo(claims, then, stretch);
  const second = ifSo(claims, other, stretch);
  if (first.instruction.kind !== 'if' || second.instruction.kind !== 'if')
    throw new Error('That is no condition.');
  return {
    ...first,
    platforms: both(first.platforms, second.platforms),
    instruction: { ...first.instruction, otherwise: second.instruction.step },
  };
}

function about(one: Clause, claims: Stated): Stated {
  return { ...claims, claim: withIt(claims.claim, thingNamed(one.instruction) ?? null) };
}

/** `Click "OK" as soon as it appears` */
function onceSo(one: Clause, claims: Stated, { from, to }: Stretch): Clause | null {
  if (one.type !== 'act') return null;
  const { claim, platforms } = about(one, claims);
  return {
    ...one,
    platforms: both(one.platforms, platforms),
    instruction: { kind: 'sequence', steps: [{ kind: 'check', claim }, ...apart(one.instruction)] },
    from,
    to,
  };
}

const conditionRules: Rule[] = [
  rule('condition', 'if', () => true),
  rule('condition', 'only if', () => true),
  rule('condition', '[only] in case', () => true),
  rule('so', ',|then', () => true),
  rule('so', ', then', () => true),
  rule('otherwise', '[,|.|;] [or] otherwise|else [,]', () => true),
  rule('step', '<condition> <claims> [<limit>] <so> <then>', ({ claims, limit, then }, stretch) =>
    limit === undefined ? ifSo(claims, then, stretch) : inTime(ifSo(claims, then, stretch), limit),
  ),
  rule('step', '<condition> <claims> <then>', ({ claims, then }, stretch) => ifSo(claims, then, stretch), 2),
  rule(
    'step',
    '<condition> <claims> [<so>] <then> <otherwise> <other:then>',
    ({ claims, then, other }, stretch) => either(claims, then, other, stretch),
  ),
  rule('step', '<one> [,] <condition> <claims>', ({ one, claims }, stretch) =>
    conditional([one], about(one, claims), { ...stretch, from: one.from }),
  ),
  rule('step', 'unless <claims> , <step>', ({ claims, step }, stretch) => unless(step, claims, stretch)),
  rule('step', '<one> [,] unless <claims>', ({ one, claims }, stretch) =>
    unless(one, about(one, claims), stretch),
  ),
  rule('one', 'once <claims>', ({ claims }, stretch) => ({ ...check(claims, stretch), type: 'act' })),
  rule('one', 'as soon as <claims>', ({ claims }, stretch) => ({ ...check(claims, stretch), type: 'act' })),
  rule('step', '<one> once|when <claims>', ({ one, claims }, stretch) => onceSo(one, claims, stretch)),
  rule('step', '<one> as soon as <claims>', ({ one, claims }, stretch) => onceSo(one, claims, stretch)),
];

// What could be read as something else.

/** It is refused before it is read in another way: `new` is no name of a tab. */
const refusedFirst = -20;

const refusedRules: Rule[] = [
  rule(
    'act',
    'open a|another new [browser] tab|window',
    () => {
      throw new Refused('A tab is opened by a link: Open the link "…" in a new tab.');
    },
    refusedFirst,
  ),
  rule(
    'act',
    'open <target> in a|another new|separate [browser] window',
    () => {
      throw new Refused('A link is opened in a tab: Open the link "…" in a new tab.');
    },
    refusedFirst,
  ),
];

/** What surrounds a step: keys that are held, repetition, time and conditions. */
export const timeRulesOfAll: readonly Rule[] = [
  ...heldRules,
  ...repetitionRules,
  ...timeRules,
  ...conditionRules,
  ...refusedRules,
];
