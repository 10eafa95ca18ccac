import type { Platform } from '../../devices/device.ts';
import type { Claim, Range } from './instruction.ts';
import type { Places } from './pattern.ts';

/** One kind of assertion. */
export interface Assertion {
  /**
   * Each has its verb in one form, since a sentence is read with its verbs put into that form: `see`, `is`, `has`, `contain`,
   * `show`, `appear` … Whether it is negated is told to `build`.
   */
  readonly patterns: readonly string[];
  readonly examples: readonly [string, ...string[]];
  readonly description: string;
  readonly platforms: readonly Platform[];
  /** Null where it can't be said like this. */
  build(places: Places, isNegated: boolean): Claim | null;
}

export function negated(claim: Claim, isNegated: boolean): Claim {
  return isNegated ? { ...claim, not: true } : claim;
}

/** `not more than 3` is at most 3. What is left of both ends is no range. */
export function outside({ min, max }: Range): Range | null {
  if (max === null) return min === 0 ? null : { min: 0, max: min - 1 };
  return min === 0 && max > 0 ? { min: max + 1, max: null } : null;
}
