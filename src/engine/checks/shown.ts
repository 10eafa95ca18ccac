import { tidy } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Claim } from '../grammar/instruction.ts';
import type { Subject } from '../grammar/meanings.ts';
import { Refused } from '../grammar/refused.ts';
import { everywhere } from '../grammar/verb.ts';
import { find } from '../scene/find.ts';
import type { Occurrence } from '../scene/painted-text.ts';
import { behindLabels, isThere } from '../scene/places.ts';
import { isActive } from '../scene/roles.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { holderOf } from '../scene/search.ts';
import {
  heldBy,
  holdsFocus,
  holdsText,
  isSeenByName,
  otherSpelling,
  see,
  seenTexts,
  type VisibleMatch,
} from '../scene/seeing.ts';
import { settled } from '../scene/settle.ts';
import {
  type Container,
  type PlainTarget,
  placedIn,
  type Relation,
  type Target,
  withWhere,
} from '../scene/target.ts';
import { isTextIn } from '../scene/values.ts';
import { says } from '../scene/words.ts';
import { absence, inWords, notThere, theirTexts } from './absence.ts';
import { around, negated, shownWords } from './build-claim.ts';
import { atOnce, type Check, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';
import { inOrder, isOrder } from './in-order.ts';

const goneWords = 'gone|hidden|absent|invisible|missing|removed|deleted';

/** A text or thing on the screen. */
export const shown: ClaimKind<'shown'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description: 'Either of two texts or things is on the screen; with "not", neither is.',
      examples: [
        'See either "Saved" or "Updated"',
        'Do not see "Error" or "Warning"',
        'Neither "Error" nor "Warning" is visible',
      ],
      patterns: [
        'see [either] <choices>',
        `[either] <choices> is ${shownWords}`,
        '[either] <choices> appear',
        '<page> show|contain|has [either] <choices>',
        'see neither <neither>',
        `neither <neither> is ${shownWords}`,
        'neither <neither> appear',
        '<page> show|contain|has neither <neither>',
      ],
      build({ choices = [], neither }, { isNegated }) {
        if (neither === undefined) return eachShown('any', choices, isNegated);
        return isNegated ? null : eachShown('any', neither, true);
      },
    }),
    assertion({
      platforms: everywhere,
      description:
        'Texts or things are on the screen, or where you say. What a field holds is no text of the screen: name the field for that.',
      examples: [
        'See "Welcome, alice"',
        'I should see "Welcome, alice"',
        'Verify that "Order confirmed" is shown',
        'Check that the Save button is visible',
        'There is a link "Imprint"',
        'The page shows "3 items"',
        'The message "Saved" appears',
        'See "Name", "Price" and "Total"',
        'See "12.00" in the row "Apples"',
        'See "Apples" above "Pears"',
        'The "Delete" button is shown in the first row',
        'The dialog has a "Close" button',
        'Do not see "Invalid password"',
        'There is no "Delete" button in the row "Admin"',
        'The page does not contain "Error"',
      ],
      patterns: [
        'see <subject>',
        'there is <subject>',
        '<page> show|contain|has <subject>',
        `<subject> is ${shownWords} [<relations>]`,
        '<subject> is <relations>',
        '<subject> appear [<relations>]',
        '<subject> come <relations>',
        '<subject> come|show up [<relations>]',
        '<subject> has appeared|loaded',
        '<subject> has|contain|show <held:kindred>',
      ],
      build: ({ subject, held, relations = [] }, { isNegated }) =>
        held === undefined
          ? allShown(subject, relations, isNegated)
          : allShown(held, around(subject), isNegated),
    }),
    assertion({
      platforms: everywhere,
      description: 'A text is said by a message, badge or the like, where you say.',
      examples: [
        'The badge next to "Inbox" says "4"',
        'The error message says "Enter a valid e-mail address"',
      ],
      patterns: [
        '<plain> [<relations>] show|contain|is <text>',
        '<plain> [<relations>] show|is <text> , not <other:text>',
        '<plain> [<relations>] has [the] text|value|content <text>',
      ],
      build({ relations = [], text, other }, { isNegated }) {
        const said = (name: string): Claim => ({ claim: 'shown', target: withWhere({ name }, relations) });
        if (other === undefined) return negated(said(text), isNegated);
        return isNegated ? null : { claim: 'all', of: [said(text), negated(said(other), true)] };
      },
    }),
    assertion({
      platforms: everywhere,
      description: 'A text or thing is not on the screen. What goes away in time counts as gone.',
      examples: [
        'The dialog is gone',
        'There is no "Delete" button',
        '"Loading" disappears',
        'See no "Error"',
        'The row "Alice" has no "Delete" button',
      ],
      patterns: [
        'see no <none:subject>',
        'there is no <none:subject>',
        '<page> show|has|contain no <none:subject>',
        '<subject> has|contain|show no <none:kindred>',
        `no <none:subject> is ${shownWords} [<relations>]`,
        'no <none:subject> appear [<relations>]',
        `<subject> is ${goneWords} [<relations>]`,
        '<subject> disappear [again] [<relations>]',
        '<subject> go away [again]',
        '<subject> has disappeared|vanished|gone [<relations>]',
        '<subject> has been removed|deleted|hidden [<relations>]',
      ],
      build({ subject, none, relations = [] }, { isNegated }) {
        if (none === undefined)
          return subject === undefined ? null : allShown(subject, relations, !isNegated);
        const where = around(subject);
        return isNegated ? null : allShown(none, where && [...where, ...relations], true);
      },
    }),
  ],
  words: ({ target }, isWanted) => `${inWords(target)} is ${isWanted ? '' : 'not '}shown`,
  spoken: ({ target }, isWanted) => ({ targets: [target], mayBeGone: !isWanted }),
  check: ({ target }, isWanted) => onScreen(target, isWanted),
};

/** Each of them there, where that can be said. */
function allShown(
  { targets, isSure }: Subject,
  where: readonly Relation[] | null,
  isNegated: boolean,
): Claim | null {
  if (isNegated && !isSure) {
    throw new Refused(
      'That words without quotes are not on the screen proves nothing: put what must not be there in quotes, or say what it is, such as a button.',
    );
  }
  if (where === null) return null;
  return eachShown(
    'all',
    targets.map((target) => withWhere(target, where)),
    isNegated,
  );
}

function eachShown(how: 'all' | 'any', targets: readonly Target[], isNegated: boolean): Claim {
  const claims = targets.map((target) => negated({ claim: 'shown', target }, isNegated));
  const [first] = claims;
  if (first !== undefined && claims.length === 1) return first;
  return { claim: isNegated ? 'all' : how, of: claims };
}

/** A text or thing must be on the screen, or must not; which way its words are read is settled there. */
function onScreen(target: Target, isWanted: boolean): Check {
  const { or: _, ...first } = target;
  return {
    ...onScreenAs(first, isWanted),
    look: (input) => onScreenAs(settled(input.scene, target), isWanted).look(input),
  };
}

function onScreenAs(target: PlainTarget, isWanted: boolean): Check {
  const { where = [], ...wanted } = target;
  const [relation, ...others] = where;
  if (relation === undefined) return isWanted ? seen(wanted) : notSeen(wanted);
  const { is, ...place } = relation;
  if (others.length === 0 && is === 'in') return seenIn(wanted, place, isWanted);
  const isOfTexts = isText(wanted) && isText(place) && others.length === 0;
  if (isOfTexts && isOrder(is)) return inOrder(wanted.name, place.name, is, isWanted);
  return isWanted ? seen(target) : besideAnchors(notSeen(target), where);
}

function isText(place: Container): place is { name: string } {
  return (
    place.name !== undefined &&
    place.described !== true &&
    place.role === undefined &&
    place.nth === undefined
  );
}

/** What is not there proves nothing where it can't be told where that would be. */
function besideAnchors(check: Check, where: readonly Relation[]): Check {
  return {
    ...check,
    look(input) {
      const lost = where.find((place) => !isThere(input.scene, place) && see(input.scene, place) === null);
      if (lost === undefined) return check.look(input);
      return notThere(lost);
    },
  };
}

/** Texts and things that must be there. */
function seen(wanted: PlainTarget): Check {
  const what = inWords(wanted);
  return {
    expected: `to see ${what}`,
    steadyMs: atOnce,
    mayHaveGone: true,
    look(input) {
      const seen = see(input.scene, wanted);
      if (seen === null) return { holds: false, ...absence(input, wanted) };
      return { holds: true, evidence: `Saw ${asSeen(seen, wanted)}.`, mustStay: seen.isFaint };
    },
  };
}

/** In the words of the screen. */
function asSeen({ text }: VisibleMatch, wanted: Target): string {
  if (text === null || wanted.name === undefined || text === tidy(wanted.name)) return inWords(wanted);
  const isOther = wanted.role !== undefined || wanted.nth !== undefined || wanted.where !== undefined;
  return isOther ? `${inWords(wanted)}, written "${text}"` : `"${text}" in other letter case`;
}

function notSeen(unwanted: PlainTarget): Check {
  const what = inWords(unwanted);
  return {
    expected: `not to see ${what}`,
    steadyMs,
    look({ scene, place }) {
      const seen = see(scene, unwanted);
      if (seen === null) return { holds: true, evidence: `Did not see ${what}.` };
      return { holds: false, actual: `the ${place} shows ${asSeen(seen, unwanted)}`, rect: seen.rect };
    },
  };
}

/** A text or thing in another: `See "2" in the row "Apples"`. */
function seenIn(wanted: PlainTarget, place: Container, isWanted: boolean): Check {
  const [what, where] = [inWords(wanted), inWords(place)];
  return {
    expected: `${isWanted ? 'to' : 'not to'} see ${what} in ${where}`,
    steadyMs: isWanted ? atOnce : steadyMs,
    mayHaveGone: isWanted,
    look(input) {
      const { scene } = input;
      if (!isThere(scene, place)) return notThere(place);
      const text = textSeenIn(scene, wanted, place);
      const isIn = text !== null;
      if (isIn === isWanted) {
        const mustStay = thingsOf(scene, place).some(
          (thing) => isActive(thing) || heldBy(scene, thing) !== null || holdsFocus(scene, thing),
        );
        const isFaint = isIn && see(scene, placedIn(wanted, place))?.isFaint === true;
        const isOther = isIn && text !== '';
        const written = isOther ? `, written "${text}"` : '';
        const evidence = `${isIn ? 'Saw' : 'Did not see'} ${what} in ${where}${written}.`;
        return { holds: true, evidence, mustStay: mustStay || isFaint };
      }
      const around = thingsOf(scene, place);
      const said = around.length === 0 ? 'does not show it' : `says ${theirTexts(scene, around)}`;
      const actual = `${where} ${isWanted ? said : 'shows it'}`;
      return { holds: false, actual, rect: around[0]?.rect ?? null };
    },
  };
}

/** As it is written there where that may differ in letter case, else an empty text; null where it is not seen there. */
function textSeenIn(scene: Scene, unsettled: Target, place: Container): string | null {
  const wanted = settled(scene, placedIn(unsettled, place));
  const { name, where = [] } = wanted;
  const isText = name !== undefined && wanted.described !== true;
  const isPlain = wanted.role === undefined && wanted.nth === undefined && where.length === 1;
  if (isText && isPlain) {
    const labelled = behindLabels(scene, place);
    if (labelled !== null) return labelled.some((text) => says(text, name)) ? '' : null;
    const texts = seenTexts(scene, name);
    const isAnyIn = (some: readonly Occurrence[]) => {
      const holders = some.flatMap((occurrence) => holderOf(scene, occurrence) ?? []);
      return isTextIn(scene, holders, place);
    };
    if (isAnyIn(texts)) {
      const spelled = texts.filter(({ isSpelled }) => isSpelled);
      return isAnyIn(spelled) ? '' : (texts[0]?.text ?? '');
    }
    if (thingsOf(scene, place).some((thing) => holdsText(scene, thing, name))) return '';
  }
  const { matches, isSeen, isExact } = find(scene, wanted);
  if (!isSeen || (isPlain && !isExact)) return null;
  const seen = matches.find(({ thing }) => isSeenByName(scene, thing, wanted));
  return seen === undefined ? null : (otherSpelling(scene, seen.thing, wanted) ?? '');
}

function thingsOf(scene: Scene, place: Container): Thing[] {
  return find(scene, place, 'read').matches.map(({ thing }) => thing);
}
