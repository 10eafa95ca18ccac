import { assertions } from '../checks/claims.ts';
import type { Platform } from '../task.ts';
import { verbs } from './vocabulary.ts';

/** An example of each thing that can be done, or asserted, on a platform, in one line; none that needs a variable. */
export function waysToSay(type: 'act' | 'assert', platform: Platform): string {
  const kinds = type === 'assert' ? assertions : verbs.filter((verb) => (verb.type ?? 'act') === 'act');
  const there = kinds.filter(({ platforms }) => platforms.includes(platform));
  const needsNone = (example: string) => !example.includes('{{');
  return there.flatMap(({ examples }) => examples.find(needsNone) ?? []).join(' | ');
}
