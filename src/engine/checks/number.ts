import { assertion } from '../grammar/assertion.ts';
import type { Range } from '../grammar/instruction.ts';
import { pluralOf } from '../grammar/nouns.ts';
import { rangeInWords } from '../grammar/range-words.ts';
import { Refused } from '../grammar/refused.ts';
import { everywhere } from '../grammar/verb.ts';
import { find } from '../scene/find.ts';
import { isThere } from '../scene/places.ts';
import { type Rect, union } from '../scene/rect.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { isSeenByName } from '../scene/seeing.ts';
import { type Target, withWhere } from '../scene/target.ts';
import { relationsInWords } from '../scene/wording.ts';
import { inWords, nameInWords, notThere, quoted, theirTexts } from './absence.ts';
import { around, shownWords } from './build-claim.ts';
import { type Check, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';
import { offeredIn } from './offered.ts';

export const number: ClaimKind<'number'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description: 'There are so many things of a kind, on the screen or in another thing.',
      examples: [
        'See 3 rows',
        'There are 2 "Delete" buttons',
        'See at least 5 list items in "Todos"',
        'The table has between 2 and 10 rows',
        'There are no "Delete" buttons',
        'The number of rows is 3',
      ],
      patterns: [
        'see <range> <things>',
        'there is <range> <things>',
        '<page> show|has|contain <range> <things>',
        `<shown:range> <things> is ${shownWords} [<relations>]`,
        `no <plural> is ${shownWords} [<relations>]`,
        '[the] number|count of <things> is|equal <range>',
        '<subject> has|contain|show <range> <things>',
        'see no <plural>',
        'there is no <plural>',
        '<page> show|has|contain no <plural>',
        '<subject> has|contain|show no <plural>',
      ],
      build({ page, subject, plural, things = plural, range = none, shown, relations = [] }, { isNegated }) {
        if (things?.role === 'tab' && /window|browser/.test(page ?? ''))
          throw new Refused('How many tabs the browser has is nothing that a page shows.');
        const said = shown ?? range;
        const where = around(subject);
        // `At least 3 rows are not visible` says nothing of those that are.
        const wanted = !isNegated ? said : shown === undefined ? outside(said) : null;
        if (things === undefined || wanted === null || where === null) return null;
        return { claim: 'number', things: withWhere(things, [...where, ...relations]), range: wanted };
      },
    }),
  ],
  words: ({ things, range }) => `there are ${rangeInWords(range)} ${thingsInWords(things)}`,
  spoken: ({ things, range }) => ({ targets: [things], isEvery: true, mayBeGone: range.min === 0 }),
  check: ({ things, range }) => numberOf(things, range),
};

/** `"Delete" buttons in the table` */
export function thingsInWords(things: Target): string {
  const { name, role, where } = things;
  const kind = `${name === undefined ? '' : `${nameInWords(things)} `}${pluralOf(role ?? 'thing')}`;
  return `${kind}${relationsInWords(where, inWords)}`;
}

/** Those that are there, as soon as there are enough. */
export function thingsOf(things: Target, least: number, onFound: (found: readonly Thing[]) => void): Check {
  const check = numberOf(things, { min: least, max: null });
  return {
    ...check,
    look(input) {
      onFound(foundIn(input.scene, things));
      return check.look(input);
    },
  };
}

function foundIn(scene: Scene, things: Target): Thing[] {
  const { matches, isSeen } = find(scene, things, 'look', { isEvery: true });
  return (isSeen ? matches : [])
    .map(({ thing }) => thing)
    .filter((thing) => isSeenByName(scene, thing, things));
}

export const none: Range = { min: 0, max: 0 };

/** `not more than 3` is at most 3. What is left of both ends is no range. */
export function outside({ min, max }: Range): Range | null {
  if (max === null) return min === 0 ? null : { min: 0, max: min - 1 };
  return min === 0 && max > 0 ? { min: max + 1, max: null } : null;
}

export function isWithin(count: number, { min, max }: Range): boolean {
  return count >= min && (max === null || count <= max);
}

function numberOf(things: Target, range: Range): Check {
  const { where = [] } = things;
  const kind = `${things.name === undefined ? '' : `${nameInWords(things)} `}${things.role ?? 'thing'}`;
  const named = (count: number | null) => `${kind}${count === 1 ? '' : 's'}`;
  const place = relationsInWords(where, inWords);
  return {
    expected: `to see ${rangeInWords(range)} ${named(range.max)}${place}`,
    steadyMs,
    async look(input) {
      const { scene } = input;
      const offered = await offeredIn(input, things);
      if (offered !== null && 'holds' in offered) return offered;
      if (offered !== null) return counted(offered.length, offered.map(quoted).join(', '));
      const lost = where.find((around) => around.is !== 'with' && !isThere(scene, around));
      if (lost !== undefined) return notThere(lost);
      const found = foundIn(scene, things);
      const count = found.length;
      const rect = found.reduce<Rect | null>((all, thing) => union(all, thing.rect), null);
      return counted(count, theirTexts(scene, found, 10), rect);
    },
  };

  function counted(count: number, texts: string, rect: Rect | null = null): CheckOutcome {
    if (isWithin(count, range)) return { holds: true, evidence: `Saw ${count} ${named(count)}.` };
    const names = count === 0 ? '' : `: ${texts}`;
    return { holds: false, actual: `there ${count === 1 ? 'is' : 'are'} ${count}${names}`, rect };
  }
}
