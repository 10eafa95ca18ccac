import { readDate } from '../../kernel/dates.ts';
import { dateFormat } from './scheme.ts';
import { type TokenizedText, wordsAt } from './tokens.ts';

const units = new Set(
  '% ‰ °c °f °k °cf k kb mb gb tb kib mib gib tib byte bytes bit bits mg g kg t lb lbs oz mm cm m km ft mi ml cl l px pt dpi hz khz mhz ghz w kw mw kwh wh mwh v mv ma ms s h min mbit/s gbit/s mb/s km/h mph bpm kcal kj eur usd gbp chf jpy cny inr cad aud nzd sek nok dkk isk pln czk huf ron try brl mxn kr zł kč € $ £ ¥ ₹ ₽ ₩ ₺ ₴ ₫ ₪'.split(
    ' ',
  ),
);

/** What a number may be of: `GB`, `°C`, `€`. */
export function unitsIn(text: string): string[] {
  const words = text.toLowerCase().match(/\p{Sc}|[\p{L}°%‰][\p{L}/]*/gu) ?? [];
  return words.filter((word) => units.has(word));
}

/** Where a number that begins here ends, with its unit before or behind it: `1.2 GB`, `€ 1.284,50`; null for no number. */
export function endOfNumber({ tokens }: TokenizedText, at: number): number | null {
  const isBefore =
    /^\p{Sc}$/u.test(wordsAt(tokens, at, at + 1)) || /^(?:eur|usd|gbp|chf)$/.test(tokens[at]?.word ?? '');
  const number = isBefore ? at + 1 : at;
  if (tokens[number]?.kind !== 'value' || !/^[-+−]?\p{Sc}?\d/u.test(tokens[number].said)) return null;
  if (isBefore) return number + 1;
  const behind = tokens[number + 1];
  return behind?.kind === 'word' && units.has(behind.word) ? number + 2 : number + 1;
}

const longestDate = 6;
const day = /^(?:today|tomorrow|yesterday)(?:'s date)? in the format \S+$/;

/** `14 March 2026`, as it is written; `today in the format DD.MM.YYYY`, as it is then. */
export function dateAt({ text, tokens }: TokenizedText, at: number): { end: number; value: string } | null {
  const first = tokens[at];
  if (first === undefined || !/^(?:word|value)$/.test(first.kind)) return null;
  for (let end = Math.min(tokens.length, at + longestDate); end > at + 1; end -= 1) {
    const last = tokens[end - 1];
    if (last === undefined) continue;
    const said = text.slice(first.start, last.end);
    if (/\p{L}/u.test(said) && readDate(said).length > 0) return { end, value: said };
    const words = text.slice(first.start, last.start).toLowerCase().replaceAll('’', "'");
    if (day.test(`${words}x`) && dateFormat.test(last.said))
      return { end, value: `{{${first.said.toLowerCase().replace(/['’]s$/, '')} as ${last.said}}}` };
  }
  return null;
}
