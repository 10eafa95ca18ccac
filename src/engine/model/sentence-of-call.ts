import { isDeepStrictEqual } from 'node:util';
import { rewriteNames } from '../../kernel/variables.ts';
import type { Input } from '../acting/action.ts';
import { type ActionName, actionOf } from '../acting/catalogue.ts';
import type { Claim, Instruction } from '../grammar/instruction.ts';
import { keyOf } from '../grammar/words.ts';
import { sentenceFor } from '../grammar/write-sentence.ts';
import type { Scene } from '../scene/scene.ts';
import type { PlainTarget } from '../scene/target.ts';
import { targetsOf } from '../scene/targets-of.ts';

/** As long as the title of a stored step may be. */
const longestSentence = 2_000;
const maxWaysTried = 30;

/** Whether a call names a thing by its reference, which means nothing on a later screen. */
export function hasReference(input: unknown): boolean {
  return referring(input as Input | null | undefined).length > 0;
}

/**
 * The sentence that asks for what a call has done; null where there is none. A reference becomes what a person would call
 * that thing on the screen on which it was used.
 */
export function sentenceOfCall(action: ActionName, input: unknown, before: Scene | null): string | null {
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

function* waysToName(action: ActionName, input: Input, scene: Scene | null): Generator<Input> {
  const [member] = referring(input);
  if (member === undefined) return yield input;
  const { ref } = input[member] as PlainTarget;
  const thing = scene?.things.find(({ key }) => key === ref);
  if (scene === null || thing === undefined) return;
  const purpose = member === 'to' ? 'look' : (actionOf(action).purpose ?? 'look');
  for (const target of targetsOf(scene, thing, purpose)) {
    const isFixed = !JSON.stringify(target).includes('{{');
    if (isFixed) yield* waysToName(action, { ...input, [member]: target }, scene);
  }
}

function instructionOf(action: ActionName, input: Input): Instruction {
  if (action === 'open') return { kind: 'open', address: String(input.url) };
  if (action === 'wait_for' && (input.text ?? input.target) !== undefined) return waiting(input);
  return { kind: 'perform', action, input: inShort(action, input) };
}

function waiting({ text, target, gone, seconds }: Input): Instruction {
  const awaited = (text === undefined ? target : { name: text }) as PlainTarget;
  const claim: Claim = { claim: 'shown', target: awaited, ...(gone === true && { not: true }) };
  const step: Instruction = { kind: 'check', claim };
  return typeof seconds === 'number' ? { kind: 'timed', seconds, step } : step;
}

/** Without what goes without saying. */
function inShort(action: ActionName, input: Input): Input {
  const { unsaid = {} } = actionOf(action);
  const said = Object.entries(input).filter(([member, value]) => !isDeepStrictEqual(value, unsaid[member]));
  const short: Input = Object.fromEntries(said);
  if (action === 'press') return { ...short, key: keyInShort(String(short.key)) };
  if (action === 'scroll' && short.target === undefined) return { direction: 'down', ...short };
  return action === 'wait_for' ? { seconds: 1, ...short } : short;
}

/** Of a letter alone, its case counts. */
function keyInShort(key: string): string {
  const named = keyOf(key);
  return named === null || named.length === 1 ? key : named;
}
