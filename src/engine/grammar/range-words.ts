import type { Range } from './instruction.ts';

/** `3`, `at least 3`, `between 2 and 5`. */
export function rangeInWords({ min, max }: Range): string {
  if (max === null) return `at least ${min}`;
  if (min === max) return String(min);
  return min === 0 ? `at most ${max}` : `between ${min} and ${max}`;
}
