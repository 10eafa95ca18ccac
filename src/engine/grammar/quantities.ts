import type { Amount, Range } from './instruction.ts';
import { numberOf } from './words.ts';

/** `3`, `exactly 3`, `at least 3`, `no more than 3`, `between 2 and 5`. */
export function rangeOf(words: string): Range | null {
  const between = /^(?:(?:between|from) (\w+) (?:and|to)|(\w+) to) (\w+)$/.exec(words);
  if (between !== null) {
    const [min, max] = [numberOf(between[1] ?? between[2] ?? ''), numberOf(between[3] ?? '')];
    if (min !== null && max !== null) return min > max ? null : { min, max };
  }
  const [, bound = '', word = '', more] = /^(.*?) ?\b(\w+)( or more| or fewer| or less)?$/.exec(words) ?? [];
  const count = numberOf(word);
  if (count === null) return null;
  if (more !== undefined) return bound === '' ? boundless(more === ' or more', count) : null;
  if (/^(?:exactly|only|just|precisely|a total of|)$/.test(bound)) return { min: count, max: count };
  if (/^(?:at least|no fewer than|no less than|not less than|a minimum of)$/.test(bound))
    return { min: count, max: null };
  if (/^(?:at most|no more than|not more than|up to|a maximum of)$/.test(bound))
    return { min: 0, max: count };
  if (/^(?:more|greater) than$/.test(bound)) return { min: count + 1, max: null };
  return /^(?:fewer than|less than)$/.test(bound) && count > 0 ? { min: 0, max: count - 1 } : null;
}

function boundless(isMore: boolean, count: number): Range {
  return isMore ? { min: count, max: null } : { min: 0, max: count };
}

/** `3 times`, `exactly once`, `at least twice`. */
export function timesOf(words: string): Range | null {
  const counted = words
    .replace(/\bonce$/, '1 time')
    .replace(/\btwice$/, '2 times')
    .replace(/\bthrice$/, '3 times');
  const [, range] = /^(.+) times?$/.exec(counted) ?? [];
  return range === undefined ? null : rangeOf(range);
}

export function secondsOf(words: string): number | null {
  const [, amount = '', unit = ''] =
    /^(\d+(?:\.\d+)?|[a-z]+) ?(seconds?|secs?|s|minutes?|mins?|milliseconds?|ms)$/.exec(words) ?? [];
  const count = /^an?$/.test(amount) ? 1 : /^\d/.test(amount) ? Number(amount) : numberOf(amount);
  if (count === null) return null;
  if (/^min/.test(unit)) return count * 60;
  return unit.startsWith('m') ? count / 1_000 : count;
}

const comparisons: ReadonlyMap<string, Amount> = new Map(
  (
    [
      ['more than', 'more than, greater than, higher than, larger than, bigger than'],
      ['less than', 'less than, lower than, smaller than'],
      ['at least', 'at least, no less than, not less than, greater than or equal to, more than or equal to'],
      ['at most', 'at most, no more than, not more than, no greater than, less than or equal to'],
    ] as const
  ).flatMap(([amount, words]) => words.split(', ').map((word) => [word, amount] as const)),
);

/** `greater than`, `at least` */
export function comparedOf(words: string): Amount | null {
  return comparisons.get(words) ?? null;
}
