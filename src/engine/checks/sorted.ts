import { shorten } from '../../kernel/text.ts';
import { columnOf } from '../scene/column-cells.ts';
import { textOf } from '../scene/painted-text.ts';
import type { Target } from '../scene/target.ts';
import { absence, inWords, quoted } from './absence.ts';
import { type Check, steadyMs } from './check.ts';

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The rows of a table must be in the order of one of its columns. */
export function sortedBy(by: string, isDescending: boolean, table: Target | null): Check {
  const place = table === null ? 'the rows' : `the rows of ${inWords(table)}`;
  const way = isDescending ? ', the greatest first' : '';
  return {
    expected: `${place} to be sorted by "${by}"${way}`,
    steadyMs,
    look(input) {
      const { scene } = input;
      const cells = columnOf(scene, by, table);
      if (cells === null) {
        const { actual, rect } = absence(input, { name: by, role: 'column header' });
        return { holds: false, actual: `there is no such column; ${actual}`, rect };
      }
      const texts = cells.map((cell) => textOf(scene, cell));
      if (texts.length < 2) return { holds: false, actual: `there are only ${texts.length} rows to sort` };
      const at = firstOutOfOrder(texts, isDescending);
      if (at === null) return { holds: true, evidence: `${texts.length} rows are sorted by "${by}"${way}.` };
      const [before = '', after = ''] = [texts[at - 1], texts[at]].map((text) => quoted(shorten(text ?? '')));
      return { holds: false, actual: `${after} comes after ${before}`, rect: cells[at]?.rect ?? null };
    },
  };
}

function firstOutOfOrder(texts: readonly string[], isDescending: boolean): number | null {
  const numbers = texts.map(numberIn);
  const compare = numbers.every((number) => number !== null)
    ? (at: number) => (numbers[at - 1] ?? 0) - (numbers[at] ?? 0)
    : (at: number) => collator.compare(texts[at - 1] ?? '', texts[at] ?? '');
  for (let at = 1; at < texts.length; at += 1) {
    if ((isDescending ? -compare(at) : compare(at)) > 0) return at;
  }
  return null;
}

/** `$1,234.50`, `12 %`: what is a number but for its unit. */
function numberIn(text: string): number | null {
  const plain = text.replace(/[\s\p{Sc}%']/gu, '').replaceAll('−', '-');
  const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^-?\d+(?:\.\d+)?$/.test(grouped) ? Number(grouped) : null;
}
