import type { Platform } from '../task.ts';
import type { Claim } from './instruction.ts';
import type { PlacesOf } from './meanings.ts';

/** One way to assert something. */
export interface Assertion {
  /**
   * Each has its verb in one form, `see`, `is`, `has`, `contain`, `show`, `appear` …, which stands for all of them (`verb-group.ts`);
   * `build` learns which one was said and whether it is negated.
   */
  readonly patterns: readonly string[];
  readonly examples: readonly [string, ...string[]];
  readonly description: string;
  readonly platforms: readonly Platform[];
  /** Null where it can't be said like this. */
  readonly build: (places: Readonly<Record<string, unknown>>, said: SaidVerb) => Claim | null;
}

export interface SaidVerb {
  readonly verb: string;
  readonly isNegated: boolean;
}

/** What its places bring follows from its patterns. */
export function assertion<const Pattern extends string>(entry: {
  readonly platforms: readonly Platform[];
  readonly description: string;
  readonly examples: readonly [string, ...string[]];
  readonly patterns: readonly Pattern[];
  readonly build: (places: PlacesOf<Pattern>, said: SaidVerb) => Claim | null;
}): Assertion {
  return { ...entry, build: entry.build as Assertion['build'] };
}
