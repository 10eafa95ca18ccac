import { dayIn } from '../../../kernel/dates.ts';
import type { FieldKind } from '../in-page/viewing.ts';

/** What a person would type into a field for dates or times, in the form in which its page gets it. */
export function asFieldTakesIt(text: string, kind: FieldKind): string {
  if (kind === 'date') return dateOf(text) ?? text;
  return kind === 'time' ? (timeOf(text) ?? text) : text;
}

/** As 2024-05-31. Month, day, year, as the browser shows it; the day first where it can't be a month. */
export function dateOf(text: string): string | null {
  const [, first = '', second = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? [];
  if (year === '') return dayIn(text);
  const isDayFirst = Number(first) > 12 || text.includes('.');
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function timeOf(text: string): string | null {
  const [, hours = '', minutes = '00', half] =
    /^(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\.?$/i.exec(text.trim()) ?? /^(\d):(\d{2})$/.exec(text.trim()) ?? [];
  if (hours === '') return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
