import type { Comparison } from '../grammar/instruction.ts';

export const infinitives = {
  is: 'be',
  contains: 'contain',
  'starts with': 'start with',
  'ends with': 'end with',
} as const;

const byVerb: Readonly<Record<string, Comparison>> = {
  contain: 'contains',
  start: 'starts with',
  end: 'ends with',
};

/** What is meant by the verb of an assertion. */
export function comparisonOf(verb: string): Comparison {
  return byVerb[verb] ?? 'is';
}

/** `contains`, `does not contain` */
export function comparisonInWords(comparison: Comparison, isSo: boolean): string {
  if (isSo) return comparison;
  return comparison === 'is' ? 'is not' : `does not ${infinitives[comparison]}`;
}
