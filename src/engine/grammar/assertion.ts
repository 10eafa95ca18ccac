import type { Platform } from '../task.ts';
import type { Claim } from './instruction.ts';
import type { ParameterValues } from './pattern.ts';

/** One kind of assertion. */
export interface Assertion {
  /**
   * Each has its verb in one form, since a sentence is read with its verbs put into that form: `see`, `is`, `has`, `contain`,
   * `show`, `appear` … `build` learns whether it is negated.
   */
  readonly patterns: readonly string[];
  readonly examples: readonly [string, ...string[]];
  readonly description: string;
  readonly platforms: readonly Platform[];
  /** Null where it can't be said like this. */
  build(places: ParameterValues, isNegated: boolean): Claim | null;
}
