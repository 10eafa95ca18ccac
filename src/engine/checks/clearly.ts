import type { Scene } from '../scene/scene.ts';
import type { Purpose } from '../scene/search.ts';
import { isDescribed, type Target } from '../scene/target.ts';
import { unclearIn } from '../scene/unclear.ts';
import { unclear } from '../scene/wording.ts';
import type { Check, CheckInput, CheckOutcome } from './check.ts';

/** What a claim speaks of, and how. */
export interface Spoken {
  readonly targets: readonly Target[];
  readonly purpose?: Purpose;
  /** It may be so that there is none: then what is described must have been there before the last act. */
  readonly mayBeGone?: boolean;
  /** It speaks of all that are called so. */
  readonly isEvery?: boolean;
}

/** The same check, which has a verdict only where each description names one thing. */
export function clearly(check: Check, { targets, ...how }: Spoken): Check {
  const described = targets.filter(isDescribed);
  if (described.length === 0) return check;
  return {
    ...check,
    look(input) {
      for (const target of described) {
        const fault = faultOf(input, target, how);
        if (fault !== null) return fault;
      }
      return check.look(input);
    },
  };
}

function faultOf(
  { scene, before }: CheckInput,
  target: Target,
  { purpose = 'look', mayBeGone = false, isEvery = false }: Omit<Spoken, 'targets'>,
): CheckOutcome | null {
  const found = unclearIn(scene, target, purpose, { isEvery });
  if (found === null) return null;
  const { matches } = found;
  if (matches.length === 0 && mayBeGone && wasThere(before, target, purpose, isEvery)) return null;
  const fault = unclear(scene, found);
  const { actual } = fault;
  if (matches.length === 0) return { holds: false, actual, unclear: fault };
  return { holds: false, actual, ambiguous: fault };
}

function wasThere(before: Scene | null, target: Target, purpose: Purpose, isEvery: boolean): boolean {
  return before !== null && unclearIn(before, target, purpose, { isEvery }) === null;
}
