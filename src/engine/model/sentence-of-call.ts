import { rewriteNames } from '../../kernel/variables.ts';
import { type Claim, type Instruction, perform } from '../grammar/instruction.ts';
import { keyOf } from '../grammar/words.ts';
import { sentenceFor } from '../grammar/write-sentence.ts';
import type { Scene } from '../scene/scene.ts';
import type { Purpose } from '../scene/search.ts';
import type { PlainTarget } from '../scene/target.ts';
import { targetsOf } from '../scene/targets-of.ts';

type Input = Readonly<Record<string, unknown>>;

/** As long as the title of a stored step may be. */
const longestSentence = 2_000;
const maxWaysTried = 30;

/** What the devices look for to perform an action, where it is not just anything that can be seen. */
const purposes: Readonly<Record<string, Purpose>> = {
  click: 'click',
  hover: 'click',
  long_press: 'click',
  expand: 'click',
  drag: 'click',
  type: 'type',
  clear: 'type',
  select: 'select',
  check: 'check',
  toggle: 'check',
  upload: 'upload',
};

/** Whether a call names a thing by its reference, which means nothing on a later screen. */
export function hasReference(input: unknown): boolean {
  return referring(input as Input | null | undefined).length > 0;
}

/**
 * The sentence that asks for what a call has done; null where there is none. A reference becomes what a person would call
 * that thing on the screen on which it was used.
 */
export function sentenceOfCall(action: string, input: unknown, before: Scene | null): string | null {
  let left = maxWaysTried;
  for (const named of waysToName(action, input as Input, before)) {
    if (left === 0) return null;
    left -= 1;
    const sentence = sentenceFor(instructionOf(action, named), 'act');
    if (sentence !== null && isRepeatable(sentence)) return sentence;
  }
  return null;
}

/** What is in braces would be filled in the next time, unless it is a variable, which was filled in this time too. */
function isRepeatable(sentence: string): boolean {
  return sentence.length <= longestSentence && !rewriteNames(sentence, () => '').includes('{{');
}

function referring(input: Input | null | undefined): string[] {
  if (typeof input !== 'object' || input === null) return [];
  return ['target', 'to'].filter((member) => (input[member] as PlainTarget | undefined)?.ref !== undefined);
}

function* waysToName(action: string, input: Input, scene: Scene | null): Generator<Input> {
  const [member] = referring(input);
  if (member === undefined) return yield input;
  const { ref } = input[member] as PlainTarget;
  const thing = scene?.things.find(({ key }) => key === ref);
  if (scene === null || thing === undefined) return;
  const purpose = member === 'to' ? 'look' : (purposes[action] ?? 'look');
  for (const target of targetsOf(scene, thing, purpose)) {
    const isFixed = !JSON.stringify(target).includes('{{');
    if (isFixed) yield* waysToName(action, { ...input, [member]: target }, scene);
  }
}

function instructionOf(action: string, input: Input): Instruction {
  if (action === 'open') return { kind: 'open', address: String(input.url) };
  if (action === 'wait_for' && (input.text ?? input.target) !== undefined) return waiting(input);
  return perform(action, inShort(action, input));
}

function waiting({ text, target, gone, seconds }: Input): Instruction {
  const awaited = (text === undefined ? target : { name: text }) as PlainTarget;
  const claim: Claim = { claim: 'shown', target: awaited, ...(gone === true && { not: true }) };
  const step: Instruction = { kind: 'check', claim };
  return typeof seconds === 'number' ? { kind: 'timed', seconds, step } : step;
}

/** Without what goes without saying. */
function inShort(action: string, input: Input): Record<string, unknown> {
  switch (action) {
    case 'click': {
      const { button, count, modifiers = [], ...rest } = input;
      return {
        ...rest,
        ...(button !== undefined && button !== 'left' && { button }),
        ...(count !== undefined && count !== 1 && { count }),
        ...((modifiers as unknown[]).length > 0 && { modifiers }),
      };
    }
    case 'type': {
      const { replace, ...rest } = input;
      return replace === false ? { ...rest, replace } : rest;
    }
    case 'press':
      return { ...input, key: keyInShort(String(input.key)) };
    case 'scroll':
      return input.target === undefined ? { direction: 'down', ...input } : { ...input };
    case 'wait_for':
      return { seconds: 1, ...input };
    default:
      return { ...input };
  }
}

/** Of a letter alone, its case counts. */
function keyInShort(key: string): string {
  const named = keyOf(key);
  return named === null || named.length === 1 ? key : named;
}
