import { unitsIn } from '../grammar/units.ts';

/** A number as it stands in a text: `1,249.90`, `1.284,50`, `1 249,90`, `12'000`, `-3`, `−€5`. */
const written = /[-−]?\p{Sc}?[-−]?(?:\d{1,3}(?:[\s’']\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/gu;
const currency =
  /\p{Sc}|\b(?:eur|usd|gbp|chf|jpy|cny|inr|cad|aud|nzd|sek|nok|dkk|isk|pln|czk|huf|ron|try|brl|mxn|kr|zł|kč)\b/iu;
const grouped = /^\d{1,3}(?:[.,\s’']\d{3})+$/;

/** The only number in a text, in each way in which it can be read; none where there is none, or more than one. */
export function readNumber(text: string): readonly number[] {
  const [found, ...others] = text.match(written) ?? [];
  if (found === undefined || others.length > 0) return [];
  const isMoney = currency.test(text);
  // "3 100" may as well be two numbers.
  if (/\d\s\d/.test(found) && !isMoney) return [];
  const sign = /[-−]/.test(found) ? -1 : 1;
  const digits = found.replace(/[^\d.,]/g, '');
  return valuesOf(digits, isMoney).map((value) => sign * value);
}

function valuesOf(digits: string, isMoney: boolean): number[] {
  const last = /[.,](?=\d*$)/.exec(digits)?.[0];
  if (last === undefined) return [Number(digits)];
  const plain = digits.replace(/[.,]/g, '');
  const marks = digits.replace(/\d/g, '');
  const decimals = digits.length - digits.lastIndexOf(last) - 1;
  const withDecimals = Number(
    `${plain.slice(0, plain.length - decimals)}.${plain.slice(plain.length - decimals)}`,
  );
  // Two kinds of marks: the last one is for decimals. Several of one kind are between thousands.
  if (new Set(marks).size > 1) return marks.lastIndexOf(last) === marks.indexOf(last) ? [withDecimals] : [];
  if (marks.length > 1) return grouped.test(digits) ? [Number(plain)] : [];
  if (!grouped.test(digits) || digits.startsWith('0')) return [withDecimals];
  // `1,234` is more than a thousand. `1.234` may be both, and as money only a thousand.
  return last === ',' || isMoney ? [Number(plain)] : [withDecimals, Number(plain)];
}

/** Whether the one can be compared with the other: of what says no unit, it may be the same. */
export function isOfSameUnit(one: string, other: string): boolean {
  const [own, others] = [unitsIn(one), unitsIn(other)];
  return own.length === 0 || others.length === 0 || own.some((unit) => others.includes(unit));
}

/** Whether it is so however the numbers are read; null where it depends on that. */
export function compareNumbers(
  one: readonly number[],
  other: readonly number[],
  isSo: (one: number, other: number) => boolean,
): boolean | null {
  const said = one.flatMap((left) => other.map((right) => isSo(left, right)));
  return said.every((is) => is === said[0]) ? (said[0] ?? null) : null;
}
