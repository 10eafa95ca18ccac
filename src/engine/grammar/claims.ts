import { faultOfPictureName } from '../acting/picture-name.ts';
import type { Assertion } from './assertion.ts';
import {
  around,
  comparisonOf,
  each,
  eachShown,
  negated,
  outside,
  shownIn,
  stateClaim,
  subjectOf,
  tailOf,
  withoutOthers,
  withWhere,
} from './build-claim.ts';
import type { Barriers } from './claim-kinds.ts';
import { fileAssertions } from './file-claims.ts';
import type { Amount, Range, StateName } from './instruction.ts';
import { screenWords } from './nouns.ts';
import { placed } from './parameter-kinds.ts';
import { Refused } from './refused.ts';
import { everywhere, onWeb } from './verb.ts';

const shownWords = 'visible|shown|displayed|present|there|available';
const goneWords = 'gone|hidden|absent|invisible|missing|removed|deleted';

/** What can be asserted. "Verify that", "Make sure", "I should" and the like may go before. The first that fits wins. */
export const assertions: readonly Assertion[] = [
  ...fileAssertions,
  {
    platforms: onWeb,
    description:
      'The page breaks no rule of accessibility, as axe-core knows them, that hinders people this much or more. Each rule that it breaks is an issue.',
    examples: [
      'The page has no serious accessibility issues',
      'There are no critical accessibility violations',
      'The page has no accessibility issues',
    ],
    patterns: [
      '<page> has|show|contain <barriers>',
      'there is <barriers> [on] [<page>]',
      'see <barriers> [on] [<page>]',
      '<page> is accessible',
    ],
    build(places, isNegated) {
      const said = places.get('barriers') as Barriers | undefined;
      const { impact, areDenied } = said ?? { impact: 'minor', areDenied: true };
      // That a page has such issues is nothing to ask for.
      return areDenied === isNegated ? null : { claim: 'accessible', impact };
    },
  },
  {
    platforms: onWeb,
    description:
      'The page looks as in the picture that was approved for this test, the size of its window and the browser. Only a stored test has such pictures.',
    examples: [
      'The page looks as before',
      'The page looks like "Checkout"',
      'The page looks as before except "Clock" and "Banner"',
    ],
    patterns: [
      '<page> look [exactly] [the] [same] as|like before [<apart>]',
      '<page> look unchanged [<apart>]',
      '<page> look [exactly] as|like [in] [the] [picture|screenshot|baseline] <text> [<apart>]',
      '<page> match [the] baseline|picture|screenshot [<text>] [<apart>]',
    ],
    build(places, isNegated) {
      if (isNegated) return null;
      const except = subjectOf(places, 'apart')?.targets;
      const name = placed.textIfAny(places) ?? null;
      const fault = name === null ? null : faultOfPictureName(name);
      if (fault !== null) throw new Refused(fault);
      return { claim: 'looks', name, ...(except !== undefined && { except }) };
    },
  },
  {
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
    build(places, isNegated) {
      const none = placed.targetIfAny(places, 'plural');
      const things = none ?? placed.target(places, 'things');
      const shown = places.get('shown') as Range | undefined;
      const said = none === undefined ? (shown ?? placed.range(places)) : { min: 0, max: 0 };
      const where = around(places);
      // `At least 3 rows are not visible` says nothing of those that are.
      const range = !isNegated ? said : shown === undefined ? outside(said) : null;
      if (range === null || where === null) return null;
      return { claim: 'number', things: withWhere(things, [...where, ...tailOf(places)]), range };
    },
  },
  {
    platforms: everywhere,
    description: 'A text is on the screen so many times.',
    examples: ['See "In stock" 3 times', 'See "Sold out" exactly once', '"In stock" is shown at least twice'],
    patterns: [
      'see [the] [text|word|words] <text> <times>',
      `[the] [text|word|words|message] <text> is ${shownWords} <times>`,
      '[the] [text|word|words|message] <text> appear <times>',
    ],
    build: (places, isNegated) =>
      isNegated ? null : { claim: 'times', text: placed.text(places), range: placed.range(places, 'times') },
  },
  {
    platforms: everywhere,
    description: 'A text is on the screen, letter case included.',
    examples: ['See exactly "iPhone"', 'The page says exactly "iPhone"'],
    patterns: ['see exactly <text>', '<page> show|contain exactly <text>'],
    build: (places, isNegated) => negated({ claim: 'exactly', text: placed.text(places) }, isNegated),
  },
  {
    platforms: everywhere,
    description: 'No text on the screen has this in it, not even within a word.',
    examples: ['Nothing says "error"', 'Nothing on the page says "undefined"'],
    patterns: [
      `nothing [on|in] [the] [${screenWords}] show|contain <text>`,
      'see nothing that says|contains|shows|mentions <text>',
    ],
    build: (places, isNegated) =>
      isNegated ? null : { claim: 'part', text: placed.text(places), not: true },
  },
  {
    platforms: onWeb,
    description: 'The title or the address of the page is this, has it in it, or starts or ends with it.',
    examples: [
      'The page title is "Sign in"',
      'The URL contains "/cart"',
      'The address does not contain "/login"',
      'The address ends with /cart',
      'The page title starts with "Orders"',
    ],
    patterns: [
      '<part> is|equal|contain|has <text>',
      '<part> is set|equal to <text>',
      '<part> start|end with <text>',
    ],
    build: (places, isNegated) => {
      const part = places.get('part') as 'title' | 'address';
      return negated(
        { claim: 'page', part, comparison: comparisonOf(places), text: placed.text(places) },
        isNegated,
      );
    },
  },
  {
    platforms: onWeb,
    description: 'The browser is on a page: its path is compared, and a query only where one is given.',
    examples: ['I should be on /dashboard', 'I should be on the page "/orders"', 'I am redirected to /login'],
    patterns: [
      '[the] [user] is on [the] [page|url|address] <address> [page]',
      '[the] [user] is redirected|taken|sent|navigated to [the] [page|url|address] <address> [page]',
    ],
    build: (places, isNegated) => {
      const text = placed.text(places, 'address');
      return negated({ claim: 'page', part: 'address', comparison: 'is', text }, isNegated);
    },
  },
  {
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
    build(places, isNegated) {
      if (!places.has('neither')) return eachShown('any', placed.targets(places, 'choices'), isNegated);
      return isNegated ? null : eachShown('any', placed.targets(places, 'neither'), true);
    },
  },
  {
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
      '<subject> has appeared|loaded',
      '<subject> has|contain|show <held:kindred>',
    ],
    build: (places, isNegated) => shownIn(places, isNegated, places.has('held') ? 'held' : 'subject'),
  },
  {
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
      '<subject> disappear [<relations>]',
      '<subject> has disappeared|vanished|gone [<relations>]',
      '<subject> has been removed|deleted|hidden [<relations>]',
    ],
    build(places, isNegated) {
      if (!places.has('none')) return shownIn(places, !isNegated);
      return isNegated ? null : shownIn(places, true, 'none');
    },
  },
  {
    platforms: everywhere,
    description: 'An option is the selected one of a dropdown or list.',
    examples: ['"Norway" is selected in "Country"', '"Country" has "Norway" selected'],
    patterns: [
      '[the] [option|value] <quoted> [option] is selected|chosen in|for|from|as <control>',
      '<control> has <text> selected|chosen',
    ],
    build: (places, isNegated) => {
      const option = placed.textIfAny(places, 'quoted') ?? placed.text(places);
      return negated({ claim: 'chosen', option, target: placed.target(places, 'control') }, isNegated);
    },
  },
  {
    platforms: everywhere,
    description:
      'A thing is in a state: enabled, disabled, checked, selected, focused, empty, expanded, collapsed, required, read-only or invalid.',
    examples: [
      'The "Save" button is enabled',
      '"Newsletter" is unchecked',
      'The "Wi-Fi" switch is on',
      'The "Monthly" tab is not selected',
      'The "Email" field has the focus',
      'The list is empty',
      '"Email" is required',
    ],
    patterns: ['<subject> is <state>', '<subject> has <state>'],
    build(places, isNegated) {
      const [state, isSo] = places.get('state') as readonly [StateName, boolean];
      return each(places, (target) => [stateClaim(target, state, isSo !== isNegated)]);
    },
  },
  {
    platforms: everywhere,
    description: 'Rows are in the order of a column.',
    examples: ['The rows are sorted by "Age"', 'The table is sorted by "Price" in descending order'],
    patterns: [
      '<rows> is sorted|ordered by [the] [column] <name> <order>',
      '<rows> is sorted|ordered by [the] [column] <name> [column]',
      '<target> is sorted|ordered by [the] [column] <name> <order>',
      '<target> is sorted|ordered by [the] [column] <name> [column]',
    ],
    build(places, isNegated) {
      const descending = places.get('order') === 'descending';
      if (isNegated) return null;
      const rows = placed.targetIfAny(places, 'rows');
      const table = rows === undefined ? placed.targetIfAny(places) : rows.where?.map(withoutOthers)[0];
      const isAny = table === undefined || (table.role === 'table' && table.name === undefined);
      const by = placed.text(places, 'name');
      return { claim: 'sorted', by, descending, ...(!isAny && { where: table }) };
    },
  },
  {
    platforms: everywhere,
    description:
      'A field holds this text, letter case included; of other things, their text says it. "Contains" looks for whole words in it.',
    examples: [
      'The "Email" field has the value "a@example.com"',
      '"Quantity" is 2',
      'The value of "Quantity" is "2"',
      'The "Country" dropdown is set to "Norway"',
      '"Total" shows "$24.00"',
      '"Age" in the row "Airi Satou" is 33',
      '"Address" contains "Main Street"',
      'The row "Alice" contains "Admin" and "Active"',
      '"Total" is not "$0.00"',
    ],
    patterns: [
      '<subject> is|equal|show [exactly] <text>',
      '<subject> is set|equal to <text>',
      '<subject> has [the] [value|text|content] <text>',
      '<subject> contain [the] [text|value] <text>',
      '<subject> contain|has|show [both] <texts>',
      '<subject> start|end with <text>',
    ],
    build(places, isNegated) {
      const texts = places.get('texts') as readonly string[] | undefined;
      // `does not contain "A" and "B"` may be meant of each of them, or of both together.
      if (texts !== undefined && isNegated) return null;
      const comparison = texts === undefined ? comparisonOf(places) : 'contains';
      return each(places, (target) =>
        (texts ?? [placed.text(places)]).map((text) =>
          negated({ claim: 'holds', target, comparison, text }, isNegated),
        ),
      );
    },
  },
  {
    platforms: everywhere,
    description: 'The only number that a field holds or a thing says is more or less than another.',
    examples: [
      '"Total" is greater than 3',
      '"Price" in the row "Apples" is at most 2.50',
      '"Stock" is not less than 10',
    ],
    patterns: ['<subject> is <amount>'],
    build(places, isNegated) {
      const [comparison, number] = places.get('amount') as readonly [Amount, string];
      const wanted = isNegated ? opposites[comparison] : comparison;
      return each(places, (target) => [{ claim: 'amount', target, comparison: wanted, number }]);
    },
  },
];

const opposites: Readonly<Record<Amount, Amount>> = {
  'more than': 'at most',
  'less than': 'at least',
  'at most': 'more than',
  'at least': 'less than',
};
