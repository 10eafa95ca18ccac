import { readDate } from '../../kernel/dates.ts';
import { shorten } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Claim } from '../grammar/instruction.ts';
import { pluralOf } from '../grammar/nouns.ts';
import { everywhere } from '../grammar/verb.ts';
import { columnOf } from '../scene/column-cells.ts';
import { find } from '../scene/find.ts';
import { phrasesOf, textOf } from '../scene/painted-text.ts';
import type { Rect } from '../scene/rect.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { asPlace, type Target } from '../scene/target.ts';
import { relationsInWords } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import { absence, inWords, quoted } from './absence.ts';
import { type Check, type CheckInput, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';
import { readNumber } from './numbers.ts';
import { offeredIn } from './offered.ts';

export const sorted: ClaimKind<'sorted'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'Rows are in the order of a column: of its numbers, its dates, or else its texts by the alphabet. What may be read as either of two numbers or dates is only so where it is so of both.',
      examples: [
        'The rows are sorted by "Age"',
        'The table is sorted by "Price" in descending order',
        'The names in the column "Surname" are in alphabetical order',
        'The table is sorted by "Price", most expensive first',
        'The prices are sorted ascending',
      ],
      patterns: [
        '<rows> is sorted|ordered by [the] [column] <name> [,] <order>',
        '<rows> is sorted|ordered by [the] [column] <name> [column]',
        '<target> is sorted|ordered by [the] [column] <name> [,] <order>',
        '<target> is sorted|ordered by [the] [column] <name> [column]',
        '[the] <bare> in|of|under [the] column <column:q> is [sorted|ordered] <order>',
        '[the] <bare> in|of|under [the] <column:q> column is [sorted|ordered] <order>',
        '[the] column <column:q> is [sorted|ordered] [,] <order>',
        '[the] column <column:q> is sorted|ordered',
        '[the] <q> column is [sorted|ordered] <order>',
        '<amounts> is [sorted|ordered] <order>',
      ],
      build({ rows, target, name, order, column, q, amounts }, { isNegated }) {
        const by = name?.name ?? column ?? q ?? amounts;
        if (isNegated || by === undefined) return null;
        const table = rows === undefined ? target : rows.where?.map(asPlace)[0];
        const isAny = table === undefined || (table.role === 'table' && table.name === undefined);
        const descending = order === 'descending';
        const isDescribed = name?.described === true && { described: true as const };
        return { claim: 'sorted', by, ...isDescribed, descending, ...(!isAny && { where: table }) };
      },
    }),
    assertion({
      platforms: everywhere,
      description:
        'The items of a list, the options of a dropdown or other things of a kind are in an order.',
      examples: [
        'The list items in "Todos" are sorted alphabetically',
        'The options in "Country" are in alphabetical order',
      ],
      patterns: ['<ranked> is [sorted|ordered] <order>'],
      build: ({ ranked, order }, { isNegated }) =>
        isNegated ? null : { claim: 'sorted', things: ranked, descending: order === 'descending' },
    }),
  ],
  words(claim) {
    const order = claim.descending ? ' in descending order' : '';
    if ('things' in claim)
      return `the ${kindInWords(claim.things)} are sorted ${order.trim() || 'ascending'}`;
    const rows = claim.where === undefined ? 'the rows are' : `${inWords(claim.where)} is`;
    const column = claim.described === true ? `*${claim.by}*` : inQuotes(claim.by);
    return `${rows} sorted by ${column}${order}`;
  },
  spoken(claim) {
    if ('things' in claim) return { targets: [] };
    const { by, described, where } = claim;
    const column: Target[] = described === true ? [{ name: by, role: 'column header', described }] : [];
    return { targets: [...column, ...(where === undefined ? [] : [where])] };
  },
  check: (claim) => inOrder(claim),
};

function kindInWords({ role = 'option', where }: Target): string {
  return `${pluralOf(role)}${relationsInWords(where, inWords)}`;
}

interface Sorted {
  readonly texts: readonly string[];
  readonly rects: ReadonlyArray<Rect | null>;
}

/** The rows of a table, by one of its columns, or things of a kind, must be in an order. */
function inOrder(claim: Claim & { readonly claim: 'sorted' }): Check {
  const { descending } = claim;
  const things = 'things' in claim ? kindInWords(claim.things) : null;
  const rows = 'things' in claim || claim.where === undefined ? 'rows' : `rows of ${inWords(claim.where)}`;
  const way = descending ? ', the greatest first' : '';
  const by = 'by' in claim ? ` by "${claim.by}"` : '';
  return {
    expected: `the ${things ?? rows} to be sorted${by}${way}`,
    steadyMs,
    async look(input) {
      const found =
        'things' in claim ? await thingsIn(input, claim.things) : cellsIn(input, claim.by, claim.where);
      if ('holds' in found) return found;
      const { texts, rects } = found;
      if (texts.length < 2) return { holds: false, actual: `there are only ${texts.length} to sort` };
      const orders = ordersOf(texts);
      if (orders === null)
        return {
          holds: false,
          actual: `nobody can say in which order ${texts.slice(0, 3).map(quoted).join(', ')} are`,
        };
      const at = orders.map((compare) => firstOutOfOrder(texts.length, compare, descending));
      const wrong = at.find((one) => one !== null) ?? null;
      if (wrong === null) return { holds: true, evidence: `${texts.length} of them are sorted${by}${way}.` };
      const [before = '', after = ''] = [texts[wrong - 1], texts[wrong]].map((text) =>
        quoted(shorten(text ?? '')),
      );
      const doubt = at.includes(null) ? ', and nobody can say how it is to be read' : '';
      return { holds: false, actual: `${after} comes after ${before}${doubt}`, rect: rects[wrong] ?? null };
    },
  };
}

function cellsIn(input: CheckInput, by: string, table: Target | undefined): Sorted | CheckOutcome {
  const { scene } = input;
  const one = by.replace(/s$/, '');
  const cells =
    columnOf(scene, by, table ?? null) ?? (one === by ? null : columnOf(scene, one, table ?? null));
  if (cells !== null) return saidBy(scene, cells);
  const { actual, rect } = absence(input, { name: by, role: 'column header' });
  return { holds: false, actual: `there is no such column; ${actual}`, rect };
}

async function thingsIn(input: CheckInput, things: Target): Promise<Sorted | CheckOutcome> {
  const offered = await offeredIn(input, things);
  if (offered !== null && 'holds' in offered) return offered;
  if (offered !== null) return { texts: offered, rects: [] };
  const { matches, isSeen } = find(input.scene, things, 'look', { isEvery: true });
  const found = isSeen ? matches.map(({ thing }) => thing) : [];
  const mixed = found.find(({ textFrom, textTo }) => phrasesOf(input.scene, textFrom, textTo).length > 1);
  if (mixed !== undefined)
    return { holds: false, actual: 'each says several things, and not by which of them', rect: mixed.rect };
  return saidBy(input.scene, found);
}

function saidBy(scene: Scene, things: readonly Thing[]): Sorted {
  return { texts: things.map((thing) => textOf(scene, thing)), rects: things.map(({ rect }) => rect) };
}

type Compare = (at: number) => number;

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** How each text stands to the one before it; in two ways where the texts can be read in two. */
function ordersOf(texts: readonly string[]): Compare[] | null {
  const between =
    (values: readonly number[]): Compare =>
    (at) =>
      (values[at - 1] ?? 0) - (values[at] ?? 0);
  for (const read of [readDate, plainNumber]) {
    if (read === plainNumber && new Set(texts.map(unitBehind)).size > 1) continue;
    const values = texts.map(read);
    if (values.some((all) => all.length === 0)) continue;
    const both = values.map((all) => [all[0] ?? 0, all.at(-1) ?? 0] as const);
    // A text that can be read in one way says how the others are to be read, but not which of the two it is.
    const isSure = values.every((all) => all.length === 1);
    return isSure
      ? [between(both.map(([first]) => first))]
      : [between(both.map(([first]) => first)), between(both.map(([, last]) => last))];
  }
  if (texts.some((text) => datedLike.test(text)) || new Set(texts.map(unitBehind)).size > 1) return null;
  return [(at) => collator.compare(texts[at - 1] ?? '', texts[at] ?? '')];
}

/** Days and times that say too little: `14 March`, `2 hours ago`. */
const datedLike =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b.*\d|\d.*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d[./]\d{1,2}\.?(?:$|[ /])|\bago\b|\b(?:to|yester)day\b/i;

/** Of `900 MB`: "mb"; nothing of what is no number with a unit. */
function unitBehind(text: string): string {
  return plainNumber(text).length === 0 ? '' : text.replace(/[\s\d.,'’−+-]/gu, '').toLowerCase();
}

/** `$1,234.50`, `12 %`: what is a number but for its unit. */
function plainNumber(text: string): readonly number[] {
  const rest = text
    .replace(/\p{L}{1,4}\.?$|^\p{Lu}{3}(?=[\s\d])/gu, '')
    .replace(/[\s\d.,\p{Sc}%°'’−+-]/gu, '');
  return rest === '' ? readNumber(text) : [];
}

function firstOutOfOrder(count: number, compare: Compare, isDescending: boolean): number | null {
  for (let at = 1; at < count; at += 1) {
    if ((isDescending ? -compare(at) : compare(at)) > 0) return at;
  }
  return null;
}
