import { isBrowserClaim } from '../checks/claims.ts';
import { eachOne, type Relation, type Target, withWhere } from '../scene/target.ts';
import type { Platform } from '../task.ts';
import type { Rule, Stretch } from './automaton.ts';
import { sharedBy } from './claim-rules.ts';
import type { Claim, Instruction } from './instruction.ts';
import { type Act, rule, type Stated } from './meanings.ts';
import { namesIt, thingOf, withIt } from './refer-back.ts';
import { atMost, Refused } from './refused.ts';
import type { Clause, Statement } from './statement.ts';
import { type TokenizedText, wordsAt } from './tokens.ts';
import { everywhere, onWeb, type Verb } from './verb.ts';
import { longestWaitSeconds } from './verbs/waits.ts';
import { verbs } from './vocabulary.ts';
import { stepVerbs } from './words.ts';

export const mostRepeated = 100;

// What is done.

/** `The user clicks "Next"` asks for the same as `Click "Next"`. */
const inForms = (words: string) =>
  words
    .split('|')
    .flatMap((word) => [word, `${word}s~${word}`, `${word}es~${word}`])
    .join('|');

/** `tapping` */
const doubled = /^(?:tap|hit|set|get|put|drag|log|drop|flip)$/;

/** Earlier verbs win. */
const costOf = (index: number) => 1 + index / 1_000;
const costOfSharing = 5;
/** Those that people say once for several things. */
const sharedVerbs = 'click tap type enter fill select choose check tick uncheck set'.split(' ');

const actRules: Rule[] = verbs.flatMap((entry, index) =>
  entry.patterns.flatMap((pattern) => rulesFor(entry, pattern, costOf(index))),
);

/** `click`, as it is being done: `clicking`. */
function inGerund(word: string): string {
  if (doubled.test(word)) return `${word}${word.slice(-1)}ing`;
  return `${word.replace(/(?<!e)e$/, '')}ing`;
}

function rulesFor({ type, platforms, build }: Verb, pattern: string, cost: number): Rule[] {
  const [first = '', ...rest] = pattern.split(' ');
  const act = (places: Readonly<Record<string, unknown>>, verb: string): Act => {
    const instruction = build(places);
    return { type, platforms: platformsOf(platforms, instruction), instruction, verb };
  };
  const body = [inForms(first), ...rest].join(' ') as 'verb';
  const whole = rule('act', body, (places, { verb }) => act(places, verb), cost);
  const gerunds = first.split('|').map((word) => `${inGerund(word)}~${word}`);
  const doing = rule(
    'doing',
    [gerunds.join('|'), ...rest].join(' ') as 'verb',
    (places, { verb, from, to }) => ({ ...act(places, verb), from, to }),
    cost,
  );
  // Enter "a" as "User" and "b" as "Password": the verb holds for both.
  if (!/^\[|^</.test(rest[0] ?? '') || !rest.some((part) => part.startsWith('<'))) return [whole, doing];
  const agains = first
    .split('|')
    .filter((verb) => sharedVerbs.includes(verb))
    .map((verb) => ({
      ...rule(
        'again',
        rest.join(' ') as 'again',
        (places, { phrase, from, to }) =>
          namesAThing(phrase, from, to) ? { ...act(places, verb), from, to } : null,
        cost + costOfSharing,
      ),
      symbol: `again-${verb}`,
    }));
  return [whole, doing, ...agains];
}

/** What shares a verb has a text in quotes and no verb of its own: `click "A" and continue` clicks nothing twice. */
function namesAThing({ tokens }: TokenizedText, from: number, to: number): boolean {
  const first = tokens[from]?.word ?? '';
  if (stepVerbs.includes(first) || /^(?:i|we|you)$/.test(first)) return false;
  return (
    tokens.slice(from, to).some(({ kind }) => kind !== 'word' && kind !== 'sign') ||
    /^(?:the|it)$/.test(first)
  );
}

export function platformsOf(platforms: readonly Platform[], part: unknown): readonly Platform[] {
  return isOfBrowser(part) ? both(platforms, onWeb) : platforms;
}

/** What is waited for may be there in a browser alone, as what is asserted. */
function isOfBrowser(part: unknown): boolean {
  if (part === null || typeof part !== 'object' || ('kind' in part && part.kind === 'perform')) return false;
  return Object.entries(part).some(([key, value]) =>
    key === 'claim' && typeof value === 'string' ? isBrowserClaim(value) : isOfBrowser(value),
  );
}

export function both(one: readonly Platform[], other: readonly Platform[]): readonly Platform[] {
  return one.filter((platform) => other.includes(platform));
}

// One step: something that is done, perhaps several times, or that must be so.

export function check({ claim, platforms }: Stated, { from, to }: { from: number; to: number }): Clause {
  return { type: 'assert', platforms, instruction: { kind: 'check', claim }, from, to };
}

const seen = (target: Target): Stated => ({ claim: { claim: 'shown', target }, platforms: everywhere });

export const clause = (act: Act, { from, to }: Stretch): Clause => ({ ...act, from, to });

function repeated(act: Act, times: number, stretch: Stretch): Clause {
  if (times < 1 || times > mostRepeated)
    throw new Refused(`It is done at least once and at most ${mostRepeated} times.`);
  return clause({ ...act, instruction: { kind: 'repeat', times, step: act.instruction } }, stretch);
}

const oneRules: Rule[] = [
  rule('who', 'i|we|you|he|she|they', () => true),
  rule('who', 'the|a user|visitor|customer|tester', () => true, 2),
  rule('who', 'user', () => true, 2),
  rule(
    'sure',
    'verify|ensure|assert|confirm|validate|expect|test|double-check|check|see [also|again] that|if|whether|:',
    () => 'joined',
  ),
  rule('sure', 'make|be sure [also|again] [that|of|:]', () => 'joined'),
  rule('sure', 'verify|ensure|assert|confirm|validate|expect|test|double-check', () => 'open'),
  rule('presence', 'the presence|existence of', () => true),
  rule('one', '<act>', ({ act }, stretch) => clause(act, stretch)),
  rule('one', '<claim>', ({ claim }, stretch) => check(claim, stretch)),
  rule('one', '<sure> [to] [<who>] <claim>', ({ claim }, stretch) => check(claim, stretch)),
  // `Check the "Save" button is enabled`, where `Check "Terms"` ticks a box.
  rule('one', 'check <claim>', ({ claim }, stretch) =>
    // `Check "Terms" and "Next" is enabled` ticks a box first.
    /^check .*" and (?:the )?(?:\S+ )?"(?: \S+)? (?:is|has|shows|contains|appears)\b/.test(
      wordsAt(stretch.phrase.tokens, stretch.from, stretch.to),
    )
      ? null
      : check(claim, stretch),
  ),
  // `Verify the Save button`. Words without quotes that do not say what they mean may be anything.
  rule(
    'one',
    '<sure> [<presence>] <subject>',
    ({ sure, subject: { targets, isSure } }, stretch) => {
      const [target, ...others] = targets;
      const isOne = sure === 'open' && isSure && target !== undefined && others.length === 0;
      return isOne ? check(seen(target), stretch) : null;
    },
    3,
  ),
  rule('one', 'check|look for <target>', ({ target }, stretch) => check(seen(target), stretch)),
  rule('one', '<act> <times>', ({ act, times: { min, max } }, stretch) =>
    min === max ? repeated(act, min, stretch) : null,
  ),
  rule('waited', '<claims>', ({ claims }) => sinceNow(claims.claim)),
  rule('waited', '<range> <things>', ({ range, things }) => ({ claim: 'number', things, range })),
  rule(
    'waited',
    '<thing>',
    // `Wait for the upload to finish` waits for more than these words.
    ({ thing: { target, bare } }) =>
      bare !== undefined && / to /.test(bare.name) ? null : { claim: 'shown', target },
    1,
  ),
];

// Condition, place and time around a step.

const stepRules: Rule[] = [
  rule('step', '[<who>] <one>', ({ one }) => one),
  rule('step', '<rels> , <step>', ({ rels, step }, { from }) => placed({ ...step, from }, rels)),
  rule('step', '<rels> <step>', ({ rels, step }, { from }) => placed({ ...step, from }, rels), 2),
];

/** What was done last is not what is done until then, or only then. */
function sinceNow(claim: Claim): Claim {
  if (JSON.stringify(claim).includes('"claim":"changed"'))
    throw new Refused(
      'What has changed can only be asserted of the last action: say what must be there instead.',
    );
  return claim;
}

export function inTime(step: Clause, given: number): Clause {
  const seconds = atMost(given, longestWaitSeconds);
  return { ...step, instruction: { kind: 'timed', seconds, step: step.instruction } };
}

/** `In the dialog, click "OK"`. The title of the page is in no dialog, and a key is pressed in none. */
function placed(step: Clause, where: readonly Relation[]): Clause | null {
  if (where.length > 0 && !hasThings(step.instruction)) return null;
  return { ...step, instruction: placedIn(step.instruction, where) };
}

function isEach(part: unknown): boolean {
  return part !== null && typeof part === 'object' && 'ref' in part && part.ref === eachOne;
}

function hasThings(part: unknown): boolean {
  if (part === null || typeof part !== 'object') return false;
  return Object.entries(part).some(
    ([key, value]) => key === 'target' || key === 'things' || hasThings(value),
  );
}

/** Each of its things is there, too. */
function placedIn<Part>(part: Part, where: readonly Relation[]): Part {
  return changed(part, (key, value) =>
    isEach(value)
      ? value
      : key === 'target' || key === 'things'
        ? withWhere(value as Target, where)
        : undefined,
  );
}

/** `If "Accept cookies" is visible, click it` */
export function ifSo(claims: Stated, then: readonly Clause[], stretch: Stretch): Clause {
  const known = thingOf(claims.claim);
  const steps = then.map((step) => ({ ...step, instruction: withIt(step.instruction, known) }));
  return conditional(steps, claims, stretch);
}

export function conditional(
  steps: readonly Statement[],
  { claim, platforms }: Stated,
  { from, to }: { from: number; to: number },
): Clause {
  sinceNow(claim);
  if (steps[0]?.type !== 'act')
    throw new Refused('Only what is done can have a condition: what must be so would prove nothing.');
  const instructions = steps.flatMap(({ instruction }) =>
    instruction.kind === 'sequence' ? instruction.steps : [instruction],
  );
  const [only] = steps;
  const step: Instruction =
    steps.length === 1 && only !== undefined ? only.instruction : { kind: 'sequence', steps: instructions };
  return {
    type: 'act',
    platforms: both(sharedBy(steps), platforms),
    instruction: { kind: 'if', claim, step },
    from,
    to,
  };
}

/** `Tap "+" next to "Adults" until it shows 4`: what shows that is something else. */
export function untilIt(waited: Claim, known: Target | null): Claim {
  const isOfWhatItHolds = waited.claim === 'holds' || waited.claim === 'amount';
  if (isOfWhatItHolds && known?.where !== undefined && namesIt(waited))
    throw new Refused('It does not say what "it" is: name what must say so.');
  return withIt(waited, known);
}

/** The same, with each member that has another value instead. */
function changed<Part>(part: Part, other: (key: string, value: unknown) => unknown): Part {
  if (part === null || typeof part !== 'object') return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    other(key, value) ?? changed(value, other),
  ]);
  return (Array.isArray(part) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as Part;
}

// Where "and" joins steps, it is here and nowhere else.

const sentenceRules: Rule[] = [
  rule('link', ',|and|then|& [then]', () => true),
  rule('link', ', and|then|& [then]', () => true),
  rule('joint', '<link>', () => true),
  rule('joint', 'but|;|->|=>|→ [then]', () => true),
  rule('joint', ', but', () => true),
  rule('joint', ':', () => true, 3),
  // What follows a condition belongs to it: joined in there, a step costs less.
  rule('then', '<step>', ({ step }) => [step]),
  rule('then', '<step> <joint> <then>', ({ step, then }) => [step, ...then], 1),
  rule('steps', '<step>', ({ step }) => [step]),
  rule('steps', '<step> <joint> [<leads>] <steps>', ({ step, steps }) => [step, ...steps], 2),
  rule('steps', '<two:two-claims>', ({ two }) => two.map(separately)),
  rule('steps', '<sure> <two:two-claims>', ({ two }, { from }) =>
    two.map(({ shared, ...claim }) =>
      separately(shared === undefined ? { ...claim, from } : { ...claim, shared: { ...shared, from } }),
    ),
  ),
  ...sharedVerbs.flatMap((verb): Rule[] => [
    {
      ...rule('agains', `<again>`, ({ again }) => [again]),
      symbol: `agains-${verb}`,
      body: `<again:again-${verb}>`,
    },
    {
      ...rule('agains', '<again> <link> <more:agains>', ({ again, more }) => [again, ...more]),
      symbol: `agains-${verb}`,
      body: `<again:again-${verb}> <link> <more:agains-${verb}>`,
    },
    {
      ...rule('steps', '<step> <link> <agains>', ({ step, agains }) => followed(step, agains, verb)),
      body: `<step> <link> <agains:agains-${verb}>`,
    },
    {
      ...rule('steps', '<step> <link> <agains> <joint> <steps>', ({ step, agains, steps }) => {
        const all = followed(step, agains, verb);
        return all && [...all, ...steps];
      }),
      body: `<step> <link> <agains:agains-${verb}> <joint> <steps>`,
    },
  ]),
  rule(
    'lead',
    'and|then|given|when|but|next|finally|lastly|first|now|also|again|just|simply|please|afterwards [,|:]',
    () => true,
  ),
  rule('lead', 'after that|this [,]', () => true),
  rule('lead', 'expected [result|results|outcome|behavior|behaviour] [:]', () => true),
  rule('lead', 'result|outcome|check|verify :', () => true),
  rule('leads', '<lead> [<more:leads>]', () => true, 1),
  rule('after', 'quickly|slowly|carefully|gently|immediately|directly|successfully', () => true),
  rule('after', 'again|anymore|now|too|please', () => true, 2),
  rule('after', 'any|once|as more|longer|well', () => true, 2),
  rule('after', 'by itself|themselves', () => true),
  rule('after', 'as expected|before|usual', () => true, 1),
  rule('after', 'without a reload|click|delay', () => true),
  rule('after', '<one:after> <other:after>', () => true),
  rule('sentence', '[<leads>] <steps> [<after>]', ({ steps }) => {
    mustBeReleased(steps);
    return steps;
  }),
];

/** `Hold Ctrl and click "A", then click "B"`: nobody knows when it is released. */
function mustBeReleased(steps: readonly Clause[]): void {
  if (steps.some(({ verb }, at) => verb === 'hold' && steps[at + 1]?.type === 'act'))
    throw new Refused('It does not say how long the key is held: make it several sentences.');
}

export function separately({ shared, ...claim }: Stated & Pick<Clause, 'from' | 'to' | 'shared'>): Clause {
  return { ...check(claim, claim), ...(shared !== undefined && { shared }) };
}

/** `Enter "a" and "b" in "Name"` does not say where "a" is written, nor `See "A" in "B" and "C"` whether "C" is a place. */
function followed(step: Clause, others: readonly Clause[], verb: string): Clause[] | null {
  if (step.verb !== verb || JSON.stringify(step.instruction).includes('"where"')) return null;
  const all = [step, ...others];
  if (all.some(({ instruction }) => typesAnywhere(instruction))) return null;
  const shared = { from: step.from, to: step.from + 1 };
  return [step, ...others.map((other) => ({ ...other, shared }))];
}

function typesAnywhere(instruction: Instruction): boolean {
  return (
    instruction.kind === 'perform' && instruction.action === 'type' && instruction.input.target === undefined
  );
}

/** What is done, what surrounds it, and what joins it. */
export const stepRulesOfAll: readonly Rule[] = [...actRules, ...oneRules, ...stepRules, ...sentenceRules];
