import type { ActionName, InputTo } from '../acting/catalogue.ts';
import type { Target } from '../scene/target.ts';
import { type Platform, platforms, type StepType } from '../task.ts';
import type { Instruction } from './instruction.ts';
import type { PlacesOf } from './meanings.ts';

/** What can be done. */
export interface Verb {
  /** Each begins with a word. The page of the grammar (`grammar.txt`) says what may stand at which place. */
  readonly patterns: readonly string[];
  readonly type: StepType;
  readonly platforms: readonly Platform[];
  readonly examples: readonly [string, ...string[]];
  readonly description: string;
  readonly build: (places: Readonly<Record<string, unknown>>) => Instruction;
}

/** An entry of the vocabulary. What its places bring follows from its patterns. */
export function verb<const Pattern extends string>(entry: {
  readonly platforms: readonly Platform[];
  readonly type?: StepType;
  readonly description: string;
  readonly examples: readonly [string, ...string[]];
  readonly patterns: readonly Pattern[];
  readonly build: (places: PlacesOf<Pattern>) => Instruction;
}): Verb {
  return { type: 'act', ...entry, build: entry.build as Verb['build'] };
}

export const everywhere: readonly Platform[] = platforms;
export const onWeb: readonly Platform[] = ['web'];
export const onPhones: readonly Platform[] = ['ios', 'android'];
export const onAndroid: readonly Platform[] = ['android'];

/** The same for each of several things, one after the other. */
export function withEach(targets: readonly Target[], act: (target: Target) => Instruction): Instruction {
  return oneAfterTheOther(targets.map(act));
}

export function oneAfterTheOther([first, ...others]: readonly Instruction[]): Instruction {
  if (first === undefined) throw new Error('There is nothing to do.');
  return others.length === 0 ? first : { kind: 'sequence', steps: [first, ...others] };
}

/** One, or each of several. */
export function targetsOf(places: {
  readonly target?: Target | undefined;
  readonly several?: readonly Target[] | undefined;
}): readonly Target[] {
  return places.several ?? (places.target === undefined ? [] : [places.target]);
}

export function performOn<Name extends ActionName>(
  action: Name,
  target: Target,
  more: InputTo<Name> = {},
): Instruction {
  return { kind: 'perform', action, input: { target, ...more } };
}
