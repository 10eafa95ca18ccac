import { assertion } from '../grammar/assertion.ts';
import type { Claim } from '../grammar/instruction.ts';
import type { Subject } from '../grammar/meanings.ts';
import { pluralOf } from '../grammar/nouns.ts';
import { everywhere } from '../grammar/verb.ts';
import { find } from '../scene/find.ts';
import { nameOf } from '../scene/names.ts';
import { textOf } from '../scene/painted-text.ts';
import { isThere } from '../scene/places.ts';
import { isItem } from '../scene/roles.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { asPlace, type Target, withWhere } from '../scene/target.ts';
import { relationsInWords } from '../scene/wording.ts';
import { inQuotes, isSame, says } from '../scene/words.ts';
import { inWords, notThere, quoted } from './absence.ts';
import { around, negated, shownWords } from './build-claim.ts';
import { type Check, type CheckInput, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind, ClaimOf } from './claim-kind.ts';
import { offeredIn } from './offered.ts';

type Listed = Omit<ClaimOf<'listed'>, 'claim' | 'not'>;
type How = Listed['how'];

const listedWords = `${shownWords}|listed|offered`;

/** What the options of a list, the columns of a table or other things of a kind say. */
export const listed: ClaimKind<'listed'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'These options, columns, rows or other things of a kind are there, perhaps among others. The options of a list of the browser are known while it is closed; any other list has to be open.',
      examples: [
        'The "Country" dropdown has the options "Norway" and "Sweden"',
        'The "Country" dropdown has no option "Denmark"',
        'The table has the columns "Name", "Price" and "Total"',
        'The options in "Country" include "Norway"',
      ],
      patterns: [
        '<subject> has|contain|show [the|these] [following] <kind> [:] <listedTexts>',
        '<page> has|contain|show [the|these] [following] <kind> [:] <listedTexts>',
        '<subject> has|contain|show [the|an] option <option:q>',
        '<subject> has|contain|show no option <none:q>',
        '<kind> contain <listedTexts>',
      ],
      build({ subject, kind, listedTexts, option, none }, { isNegated }) {
        const texts = listedTexts ?? [option ?? none ?? ''];
        const things = kind ?? { role: 'option' as const };
        if ((none !== undefined && isNegated) || (isNegated && texts.length > 1)) return null;
        return listedIn(subject, things, texts, 'among others', isNegated || none !== undefined);
      },
    }),
    assertion({
      platforms: everywhere,
      description: 'These options, columns, rows or other things of a kind are there, and no others of it.',
      examples: [
        'The "Country" dropdown has only the options "Norway" and "Sweden"',
        'The options in "Country" are "Norway" and "Sweden"',
        'Only the rows "Alice" and "Bob" are listed',
      ],
      patterns: [
        '<subject> has|contain|show exactly|only|just [the|these] [following] <kind> [:] <listedTexts>',
        '<subject> has|contain|show only [the] option <option:q>',
        '<kind> is [exactly|only|just|now] [:] <texts>',
        `only <kind> <listedTexts> is ${listedWords}`,
        `only [the] row <row:q> is ${listedWords}`,
        '[the] only <kind> is [:] <texts>',
      ],
      build({ subject, kind, listedTexts, texts, option, row }, { isNegated }) {
        const one = option ?? row;
        const said = texts ?? listedTexts ?? (one === undefined ? [] : [one]);
        const things =
          kind ?? (option === undefined ? { role: 'row' as const } : { role: 'option' as const });
        return isNegated ? null : listedIn(subject, things, said, 'alone', false);
      },
    }),
    assertion({
      platforms: everywhere,
      description:
        'These options, columns, rows or other things of a kind are there in this order, and no others of it.',
      examples: [
        'The column headers are "Name", "Price" and "Total" in this order',
        'The "Country" dropdown has the options "Norway" and "Sweden", in this order',
        'The tabs from left to right are "General" and "History"',
      ],
      patterns: [
        '<subject> has|contain|show [exactly|only|just] [the|these] [following] <kind> [:] <listedTexts> <inThisOrder>',
        '<kind> is [exactly|only|just|now] [:] <texts> <inThisOrder>',
        '<kind> is <inThisOrder> : <texts>',
        '<kind> <inThisOrder> is [:] <texts>',
        '[the] order of <kind> is [now] [:] <texts>',
      ],
      build: ({ subject, kind, texts, listedTexts }, { isNegated }) =>
        isNegated ? null : listedIn(subject, kind, texts ?? listedTexts ?? [], 'in this order', false),
    }),
  ],
  words({ things, texts, how }, isWanted) {
    const kind = kindInWords(things);
    const said = list(texts);
    if (how === 'among others') return `the ${kind} ${isWanted ? 'include' : 'do not include'} ${said}`;
    if (how === 'in this order') return `the order of the ${kind} is ${said}`;
    return texts.length === 1 ? `only the ${kind} ${said} are listed` : `the ${kind} are ${said}`;
  },
  spoken: ({ things: { where = [] } }) => ({ targets: where.map(asPlace) }),
  check: (claim, isWanted) => listing(claim, isWanted),
};

function listedIn(
  subject: Subject | undefined,
  things: Target | undefined,
  texts: readonly string[],
  how: How,
  isNegated: boolean,
): Claim | null {
  const where = around(subject);
  if (where === null || things === undefined || texts.length === 0) return null;
  return negated({ claim: 'listed', things: withWhere(things, where), texts, how }, isNegated);
}

function kindInWords({ role = 'option', where }: Target): string {
  return `${pluralOf(role)}${relationsInWords(where, inWords)}`;
}

function list(texts: readonly string[]): string {
  const said = texts.map(inQuotes);
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
}

interface Item {
  readonly texts: readonly string[];
  readonly isLarge: boolean;
}

function listing({ things, texts, how }: Listed, isWanted: boolean): Check {
  const kind = kindInWords(things);
  const alone = how === 'among others' ? '' : how === 'alone' ? 'only ' : 'in this order ';
  return {
    expected: `the ${kind} ${isWanted ? '' : 'not '}to be ${alone}${list(texts)}`,
    steadyMs,
    async look(input): Promise<CheckOutcome> {
      const items = await itemsOf(input, things);
      if ('holds' in items) return items;
      const said = items.map((item) => item.texts[0] ?? '');
      const shown = said.slice(0, 20).map(quoted).join(', ');
      const rest = said.length > 20 ? ` and ${said.length - 20} more` : '';
      if (items.length === 0) return { holds: false, actual: `there are no ${kind}` };
      if (isListed(items, texts, how) === isWanted)
        return { holds: true, evidence: `The ${kind} are ${shown}${rest}.`, mustStay: true };
      return { holds: false, actual: `they are ${shown}${rest}` };
    },
  };
}

function isListed(items: readonly Item[], texts: readonly string[], how: How): boolean {
  if (how === 'among others') return texts.every((text) => items.some((item) => isText(item, text)));
  if (items.length !== texts.length) return false;
  if (how === 'in this order') return items.every((item, at) => isText(item, texts[at] ?? ''));
  const left = [...items];
  return texts.every((text) => {
    const at = left.findIndex((item) => isText(item, text));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}

/** A row says more than what it is called. */
function isText({ texts, isLarge }: Item, wanted: string): boolean {
  return texts.some((text) => (isLarge ? says(text, wanted) : isSame(text, wanted)));
}

async function itemsOf(input: CheckInput, things: Target): Promise<Item[] | CheckOutcome> {
  const { scene } = input;
  const offered = await offeredIn(input, things);
  if (offered !== null && 'holds' in offered) return offered;
  if (offered !== null) return offered.map((text) => ({ texts: [text], isLarge: false }));
  const lost = things.where?.find((around) => around.is !== 'with' && !isThere(scene, around));
  if (lost !== undefined) return notThere(lost);
  const { matches, isSeen } = find(scene, things, 'look', { isEvery: true });
  const items = (isSeen ? matches : []).map(({ thing }) => itemOf(scene, thing));
  // A column of buttons has no heading that anyone could name.
  return things.role === 'column header' ? items.filter(({ texts }) => texts.length > 0) : items;
}

function itemOf(scene: Scene, thing: Thing): Item {
  const text = textOf(scene, thing);
  // Beside its text, the arrow that says how it is sorted.
  const plain = text.replace(/[\p{So}\p{Sm}]/gu, '').trim();
  const texts = [text, plain, nameOf(scene, thing)].filter((one) => one !== '');
  return { texts, isLarge: thing.role !== 'option' && isItem(thing) };
}
