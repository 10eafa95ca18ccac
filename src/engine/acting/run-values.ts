import { randomInt } from 'node:crypto';
import { namesIn, placeholderOf, rewriteNames, type Variable } from '../../kernel/variables.ts';
import { ExecutionFailure } from '../report.ts';
import { nameOfMemo } from './memos.ts';

/** What a run makes up or remembers while it runs. */
export interface RunValues {
  /** Puts made-up values in their places: the same one wherever it is in a run. */
  generate(text: string): string;
  remember(name: string, value: string): void;
  /** Puts remembered values in their places. */
  recall(text: string): string;
  /** Of the next picture that has no name. */
  nextPictureNumber(): number;
}

const generated =
  /\{\{\s*(random\s+(?:email|e-mail|text|word|name|number)(?:\s+\d{1,2})?|(?:today|tomorrow|yesterday)(?:\s*[+-]\s*\d{1,4}\s*(?:day|week|month|year)s?)?(?:\s+as\s+[DMY./ -]{4,12})?)\s*\}\}/gi;
const remembering =
  /\b(?:remember|note|store|save|keep|copy)\b[^\n{}]{0,200}?\b(?:(?:as|in|into)\s+\{\{\s*([A-Za-z_][\w. -]{0,63}?)\s*\}\}|(?:as|under)\s+["“]([^"“”\n]{1,64})["”])/gi;
const letters = 'abcdefghijkmnpqrstuvwxyz';

/** Stand for what earlier sentences of a text remember, so that later ones may name it. */
export function rememberedIn(texts: readonly string[]): Variable[] {
  const names = texts.flatMap((text) =>
    [...text.matchAll(remembering)].flatMap(([, name, quoted = '']) => nameOfMemo(name ?? quoted) ?? []),
  );
  return [...new Set(names)].map((name) => ({ name, value: placeholderOf(name), isSecret: false }));
}

export function createRunValues(today = new Date()): RunValues {
  const made = new Map<string, string>();
  const remembered = new Map<string, string>();
  let pictures = 0;
  return {
    generate: (text) =>
      text.replace(generated, (_whole, what: string) => {
        const name = what.toLowerCase().replace(/\s+/g, ' ');
        const value = made.get(name) ?? madeUp(name, what, today);
        made.set(name, value);
        return value;
      }),
    nextPictureNumber() {
      pictures += 1;
      return pictures;
    },
    remember: (name, value) => remembered.set(name, value),
    recall(text) {
      if (namesIn(text).length === 0) return text;
      return rewriteNames(text, (name) => {
        const value = remembered.get(name);
        if (value !== undefined) return value;
        throw new ExecutionFailure('VARIABLE_UNKNOWN', `Nothing has been remembered as "${name}" yet.`);
      });
    },
  };
}

function madeUp(name: string, written: string, today: Date): string {
  const [, kind] = /^random ([a-z-]+)/.exec(name) ?? [];
  switch (kind) {
    case undefined:
      return dateOf(name, written, today);
    case 'email':
    case 'e-mail':
      return `${randomLetters(10)}@example.com`;
    case 'number':
      return String(randomInt(100_000, 1_000_000));
    default:
      return capital(randomLetters(8));
  }
}

/** `today + 3 days as DD.MM.YYYY`; without a format as dates are written for programs. */
function dateOf(name: string, written: string, today: Date): string {
  const [, day = 'today', sign = '+', count = '0', unit = 'day'] =
    /^(today|tomorrow|yesterday)(?: ?([+-]) ?(\d+) ?(day|week|month|year)s?)?/.exec(name) ?? [];
  const date = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  const amount = Number(count) * (sign === '-' ? -1 : 1);
  if (day !== 'today') date.setDate(date.getDate() + (day === 'tomorrow' ? 1 : -1));
  if (unit === 'day' || unit === 'week') date.setDate(date.getDate() + amount * (unit === 'week' ? 7 : 1));
  else addMonths(date, unit === 'year' ? amount * 12 : amount);
  const format = /\bas\s+([DMY./ -]+)$/i.exec(written)?.[1]?.toUpperCase() ?? 'YYYY-MM-DD';
  const padded = (value: number) => String(value).padStart(2, '0');
  return format
    .trim()
    .replace('YYYY', String(date.getFullYear()))
    .replace('MM', padded(date.getMonth() + 1))
    .replace('DD', padded(date.getDate()));
}

/** A month after 31 January is the last day of February. */
function addMonths(date: Date, count: number): void {
  const day = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + count);
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(day, last));
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => letters.charAt(randomInt(letters.length))).join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
