import { matchesOf } from './match.ts';
import { bare, veilFixed } from './sentences.ts';

const maxJoints = 10;

/**
 * `"Save" is enabled and "Delete" is disabled` is two steps: a sentence that is none by itself is taken apart at its
 * joints where every part is one. Otherwise it stays whole.
 */
export function clausesOf(sentence: string): string[] {
  return apart(sentence) ?? [sentence];
}

function apart(sentence: string): string[] | null {
  if (isStep(sentence)) return [sentence];
  const joints = [...veilFixed(sentence).matchAll(/,? and (?:then )?|, (?:then )?/gi)].slice(0, maxJoints);
  for (const { index, 0: words } of joints) {
    const first = bare(sentence.slice(0, index));
    if (!isStep(first)) continue;
    const others = apart(bare(sentence.slice(index + words.length)));
    if (others !== null) return [first, ...others];
  }
  return null;
}

function isStep(sentence: string): boolean {
  return matchesOf(sentence).matches.length > 0;
}
