import type { ActionName, InputTo } from '../acting/catalogue.ts';
import type { Target } from '../scene/target.ts';
import type { StepType } from '../task.ts';
import { type Platform, platforms } from '../task.ts';
import type { Instruction } from './instruction.ts';
import type { ParameterValues } from './pattern.ts';

/** What can be done. */
export interface Verb {
  /** Each begins with a word. See `pattern.ts`. */
  readonly patterns: readonly string[];
  readonly type?: StepType;
  readonly platforms: readonly Platform[];
  readonly examples: readonly [string, ...string[]];
  readonly description: string;
  /** `verb` in the places is the word that the sentence begins with. */
  build(places: ParameterValues): Instruction;
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

export function performOn<Name extends ActionName>(
  action: Name,
  target: Target,
  more: InputTo<Name> = {},
): Instruction {
  return { kind: 'perform', action, input: { target, ...more } };
}
