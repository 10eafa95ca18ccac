import type { Check } from './check.ts';
import { pageHas } from './checks/page.ts';
import {
  all,
  inOrder,
  nothingSays,
  notShown,
  numberOf,
  shown,
  shownExactly,
  shownIn,
  timesShown,
} from './checks/presence.ts';
import { chosenIn, holding, inState, states } from './checks/state.ts';
import { everywhere, type Instruction, onWeb, type Shape } from './shape.ts';

/** Shapes of sentences that say what must be so. "Verify that", "Make sure", "I should" and the like may go before. */
export const asserts: readonly Shape[] = [
  {
    type: 'assert',
    platforms: everywhere,
    description:
      'A text or thing is on the screen. What a field holds is no text of the screen: name the field for that.',
    examples: [
      'See "Welcome, alice"',
      'I should see "Welcome, alice"',
      'Verify that "Order confirmed" is shown',
      'Check that the "Save" button is visible',
      'There is a link "Imprint"',
      'The page shows "3 items"',
      'The message "Saved" appears',
      'See the heading "Orders"',
    ],
    expressions: [
      'see/find {element}',
      'see/find the text/words {element}',
      'look/check for {element}',
      'verify/ensure/assert/validate/expect {element}',
      'there is/exists {element}',
      '{element} is shown/visible/displayed/present/there/available',
      '{element} appears/exists',
      'the page/screen/app/site shows/contains/says/displays/has/includes/reads {element}',
    ],
    build: (places) => check(shown(places.target())),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'Several texts are on the screen.',
    examples: ['See "Name", "Price" and "Total"', 'Verify that "Name" and "Price" are shown'],
    expressions: [
      'see/find {texts}',
      'verify/ensure/assert/validate/expect {texts}',
      '{texts} is shown/visible/displayed/present/there',
      '{texts} appear',
      'the page/screen/app/site shows/contains/says/displays/has {texts}',
    ],
    build(places) {
      const texts = places.texts();
      const list = texts.map((text) => `"${text}"`).join(', ');
      return check(
        all(
          texts.map((name) => shown({ name })),
          `to see ${list}`,
        ),
      );
    },
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'A text is on the screen, letter case included.',
    examples: ['See exactly "iPhone"', 'The page says exactly "iPhone"'],
    expressions: ['see exactly {quoted}', 'the page/screen/app/site shows/says/contains exactly {quoted}'],
    build: (places) => check(shownExactly(places.text())),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'A text or thing is not on the screen. What goes away in time counts as gone.',
    examples: [
      'Do not see "Invalid password"',
      'I should not see the "Delete" button',
      'Verify that "Loading" is not shown',
      'There is no "Delete" button',
      'The page does not contain "Error"',
      'The dialog is gone',
    ],
    expressions: [
      'do not see/find {element}',
      'see no {element}',
      'there is no/not {element}',
      '{element} is not shown/visible/displayed/present/there/available',
      '{element} is gone/hidden/absent/invisible/missing',
      '{element} does not appear/exist',
      '{element} disappears',
      'the page/screen/app/site does not show/contain/say/display/have {element}',
    ],
    build: (places) => check(notShown(places.target())),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'No text on the screen has this in it, not even within a word.',
    examples: ['Nothing says "error"', 'Nothing on the page says "undefined"'],
    expressions: [
      'nothing says/contains/shows/mentions {quoted}',
      'nothing on the page/screen says/contains/shows/mentions {quoted}',
      'see nothing that says {quoted}',
    ],
    build: (places) => check(nothingSays(places.text())),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'A text or thing is in another: a row, a section, a dialog, or whatever has that name.',
    examples: [
      'See "12.00" in the row "Apples"',
      'See "Bob" in "Assigned to"',
      'The "Delete" button is shown in the row "Alice"',
      'In the section "Summary", see "Total"',
    ],
    expressions: [
      'see/find {element} in/within/inside/on/under {container}',
      'see/find {element} in/within/inside/on/under {element}',
      '{element} is shown/visible/displayed/present in/within/inside/on/under {container}',
      '{element} is shown/visible/displayed/present in/within/inside/on/under {element}',
      'there is {element} in/within/inside/on/under {container}',
    ],
    build: (places) => check(shownIn(places.target(), places.place(), true)),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'A text or thing is not in another.',
    examples: ['Do not see "Overdue" in the row "Alice"', 'There is no "Delete" button in the row "Admin"'],
    expressions: [
      'do not see/find {element} in/within/inside/on/under {container}',
      'do not see/find {element} in/within/inside/on/under {element}',
      '{element} is not shown/visible/displayed/present in/within/inside/on/under {container}',
      '{element} is not shown/visible/displayed/present in/within/inside/on/under {element}',
      'there is no {element} in/within/inside/on/under {container}',
    ],
    build: (places) => check(shownIn(places.target(), places.place(), false)),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'A text is on the screen so many times.',
    examples: ['See "In stock" 3 times', 'See "Sold out" exactly once', '"In stock" is shown twice'],
    expressions: [
      'see/find {quoted} (exactly ){count} times/time',
      'see/find {quoted} (exactly ){times}',
      'see/find the text/word {quoted} (exactly ){count} times/time',
      'see/find the text/word {quoted} (exactly ){times}',
      '{quoted} is shown/visible/displayed (exactly ){count} times/time',
      '{quoted} is shown/visible/displayed (exactly ){times}',
      '{quoted} appears (exactly ){count} times/time',
      '{quoted} appears (exactly ){times}',
    ],
    build: (places) => check(timesShown(places.text(), places.count())),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'There are so many things of a kind.',
    examples: [
      'See 3 rows',
      'There are 2 "Delete" buttons',
      'See exactly 5 list items',
      'The page shows two links "Edit"',
    ],
    expressions: [
      'see/find (exactly ){count} {things}',
      'there is (exactly ){count} {things}',
      'the page/screen/app/site shows/has/contains (exactly ){count} {things}',
    ],
    build: (places) => check(numberOf(places.target(), places.count(), null)),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'There are so many things of a kind in another.',
    examples: ['See 3 rows in the table "Orders"', 'There are 2 links in the section "Related"'],
    expressions: [
      'see/find (exactly ){count} {things} in/within/inside/on/under {container}',
      'there is (exactly ){count} {things} in/within/inside/on/under {container}',
    ],
    build: (places) => check(numberOf(places.target(), places.count(), places.place())),
  },
  ...(
    [
      ['before', 'comes', 'Texts are read in this order.', 'Apples', 'Pears'],
      ['after', 'comes', 'Texts are read in the opposite order.', 'Pears', 'Apples'],
      ['above', 'is', 'A text is drawn above another.', 'Apples', 'Pears'],
      ['below', 'is', 'A text is drawn below another.', 'Pears', 'Apples'],
    ] as const
  ).map(
    ([word, verb, description, one, other]): Shape => ({
      type: 'assert',
      platforms: everywhere,
      description,
      examples: [`See "${one}" ${word} "${other}"`, `"${one}" ${verb} ${word} "${other}"`],
      expressions: [
        `see/find {quoted} ${word} {quoted}`,
        `{quoted} is (shown )${word} {quoted}`,
        `{quoted} comes/appears ${word} {quoted}`,
      ],
      build(places) {
        const relation = word === 'before' || word === 'after' ? 'before' : 'above';
        const isTurned = word === 'after' || word === 'below';
        const [first, second] = isTurned ? [1, 0] : [0, 1];
        return check(inOrder(places.text(first), places.text(second), relation));
      },
    }),
  ),
  ...(
    [
      [
        'enabled',
        ['{target} is enabled/clickable/active', '{target} is not disabled'],
        ['The "Save" button is enabled', '"Save" is not disabled'],
      ],
      [
        'disabled',
        ['{target} is disabled/inactive', '{target} is not enabled/clickable/active'],
        ['The "Save" button is disabled', 'Check that "Save" is not enabled'],
      ],
      [
        'checked',
        ['{target} is checked/ticked/on', '{target} is turned/switched on', '{target} is not unchecked'],
        ['"Newsletter" is checked', 'The "Wi-Fi" switch is on'],
      ],
      [
        'unchecked',
        [
          '{target} is unchecked/unticked/off',
          '{target} is turned/switched off',
          '{target} is not checked/ticked',
        ],
        [
          '"Newsletter" is unchecked',
          'The "Newsletter" checkbox is not checked',
          'The "Wi-Fi" switch is off',
        ],
      ],
      [
        'selected',
        ['{target} is selected/chosen'],
        ['The "Monthly" option is selected', '"Express" is selected'],
      ],
      [
        'unselected',
        ['{target} is not selected/chosen', '{target} is unselected'],
        ['The "Monthly" tab is not selected'],
      ],
      [
        'focused',
        ['{target} is focused', '{target} has (the )focus'],
        ['"Email" is focused', 'The "Email" field has the focus'],
      ],
      ['empty', ['{target} is empty/blank', '{target} has no value'], ['The "Search" field is empty']],
    ] as const
  ).map(
    ([name, expressions, examples]): Shape => ({
      type: 'assert',
      platforms: everywhere,
      description: `A thing is ${states[name].words}.`,
      expressions,
      examples,
      build: (places) => check(inState(places.target(), states[name])),
    }),
  ),
  {
    type: 'assert',
    platforms: everywhere,
    description: 'A field holds this text, letter case included; of other things, their text says it.',
    examples: [
      'The "Email" field has the value "a@example.com"',
      '"Quantity" is "2"',
      'The value of "Quantity" is "2"',
      'The "Country" dropdown is set to "Norway"',
      '"Total" shows "$24.00"',
    ],
    expressions: [
      '{target} is/equals {quoted}',
      '{target} is set to {quoted}',
      '{target} has (the )value/text {quoted}',
      '{target} shows/displays/says/reads {quoted}',
      'the value/text of/in {target} is/equals {quoted}',
    ],
    build: (places) => check(holding(places.target(), 'is', places.text())),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'A field or thing has this in what it holds or says, as whole words.',
    examples: ['"Address" contains "Main Street"', 'The "Notes" field contains "urgent"'],
    expressions: [
      '{target} contains/includes {quoted}',
      'the value/text of/in {target} contains/includes {quoted}',
    ],
    build: (places) => check(holding(places.target(), 'contains', places.text())),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'A field or thing does not hold or say this.',
    examples: ['"Address" does not contain "undefined"', '"Total" is not "$0.00"'],
    expressions: [
      '{target} does not contain/include/show/say/display/have {quoted}',
      '{target} is not {quoted}',
    ],
    build: (places) => check(holding(places.target(), 'does not contain', places.text())),
  },
  {
    type: 'assert',
    platforms: everywhere,
    description: 'An option is the selected one of a dropdown or list.',
    examples: ['"Norway" is selected in "Country"', '"Country" has "Norway" selected'],
    expressions: [
      '{quoted} is selected/chosen in/for/from {control}',
      'the option {quoted} is selected/chosen in/for/from {control}',
      'the {quoted} option is selected/chosen in/for/from {control}',
      '{control} has {quoted} selected',
    ],
    build: (places) => check(chosenIn(places.text(), places.target())),
  },
  ...(['title', 'address'] as const).flatMap((part) => pageShapes(part)),
  {
    type: 'assert',
    platforms: onWeb,
    description: 'The browser is on a page: its path is compared, and a query only where one is given.',
    examples: ['I should be on /dashboard', 'I should be on the page "/orders"'],
    expressions: [
      'should be on {address}',
      'should be on the page/url/address {address}',
      'should be on the {address} page',
    ],
    build: (places) => check(pageHas('address', 'is', places.word('address'))),
  },
];

function pageShapes(part: 'title' | 'address'): Shape[] {
  const subjects =
    part === 'title'
      ? ['the page/browser/document title', 'the title']
      : ['the (current )address/url', 'the page/browser address/url'];
  const samples = part === 'title' ? ['Sign in', 'Sign'] : ['https://shop.example.com/cart', '/cart'];
  const noun = part === 'title' ? 'page title' : 'address';
  const of = (
    words: string[],
    comparison: Parameters<typeof pageHas>[1],
    description: string,
    examples: Shape['examples'],
  ): Shape => ({
    type: 'assert',
    platforms: onWeb,
    description,
    examples,
    expressions: subjects.flatMap((subject) =>
      words.flatMap((word) => [
        `${subject} ${word} {quoted}`,
        ...(part === 'address' ? [`${subject} ${word} {bareAddress}`] : []),
      ]),
    ),
    build: (places) => check(pageHas(part, comparison, places.word('address') || places.text())),
  });
  return [
    of(['is/equals'], 'is', `The ${noun} is this.`, [`The ${noun} is "${samples[0]}"`]),
    of(['contains/includes', 'has'], 'contains', `The ${noun} has this in it.`, [
      `The ${noun} contains "${samples[1]}"`,
    ]),
    of(['does not contain/include'], 'does not contain', `The ${noun} does not have this in it.`, [
      `The ${noun} does not contain "${samples[1]}"`,
    ]),
    of(['ends with'], 'ends with', `The ${noun} ends with this.`, [`The ${noun} ends with "${samples[1]}"`]),
    of(['starts/begins with'], 'starts with', `The ${noun} begins with this.`, [
      `The ${noun} starts with "${samples[0]}"`,
    ]),
  ];
}

function check(it: Check): Instruction {
  return { kind: 'check', check: it };
}
