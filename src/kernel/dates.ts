const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const clock = /(?:,? (?:at )?(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.?m\.?)?)?$/i;
const iso = /^(\d{4})-(\d{2})-(\d{2})(?=$|[T ,])/;
const byNumbers = /^(\d{1,2})([./-]) ?(\d{1,2})[./-] ?(\d{4})(?=$|[ ,])/;
const dayFirst =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]+)\.?,? (\d{4})(?=$|[ ,])/i;
const monthFirst =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?=$|[ ,])/i;

/** A date, perhaps with a time, in each way in which it can be read, in minutes; none where it is none. */
export function readDate(text: string): readonly number[] {
  const said = text.trim().replace(/(\d)T(?=\d)/, '$1 ');
  for (const [pattern, daysOf] of forms) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const time = clock.exec(said.slice(found[0].length));
    if (time === null || time[0].length < said.length - found[0].length) return [];
    return daysOf(found).flatMap((day) => (day === null ? [] : [day * 1_440 + minutesOf(time)]));
  }
  return [];
}

type Days = ReadonlyArray<number | null>;

const forms: ReadonlyArray<readonly [RegExp, (found: RegExpExecArray) => Days]> = [
  [iso, ([, year, month, day]) => [dayOf(year, month, day)]],
  [
    byNumbers,
    // 03/04/2026 may be in March or in April, 03.04.2026 only in April.
    ([, one, mark, two, year]) =>
      mark === '.' ? [dayOf(year, two, one)] : distinct([dayOf(year, two, one), dayOf(year, one, two)]),
  ],
  [dayFirst, ([, day, month, year]) => [dayOf(year, monthOf(month), day)]],
  [monthFirst, ([, month, day, year]) => [dayOf(year, monthOf(month), day)]],
];

function distinct(days: Days): Days {
  return [...new Set(days)];
}

function monthOf(word = ''): string {
  const at = months.findIndex((month) => word.length >= 3 && month.startsWith(word.toLowerCase()));
  return String(at + 1);
}

/** Days since 1970; null where there is no such day. */
function dayOf(year = '', month = '', day = ''): number | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isSo = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isSo ? date.getTime() / 86_400_000 : null;
}

function minutesOf([, hours = '0', minutes = '0', seconds = '0', half]: RegExpExecArray): number {
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return hour * 60 + Number(minutes) + Number(seconds) / 60;
}

/** As 2026-03-14, where there is only one way to read it, and no time; null for any other text. */
export function dayIn(text: string): string | null {
  const [minutes, ...others] = readDate(text);
  if (minutes === undefined || others.length > 0 || minutes % 1_440 !== 0 || text.includes(':')) return null;
  return new Date(minutes * 60_000).toISOString().slice(0, 10);
}
