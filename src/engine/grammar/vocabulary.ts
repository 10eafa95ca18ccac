import { everywhere, type Verb, verb } from './verb.ts';
import { choiceVerbs } from './verbs/choices.ts';
import { fieldVerbs } from './verbs/fields.ts';
import { fileVerbs } from './verbs/files.ts';
import { phoneVerbs } from './verbs/phone.ts';
import { pointerVerbs } from './verbs/pointer.ts';
import { surroundingVerbs } from './verbs/surroundings.ts';
import { travelVerbs } from './verbs/travel.ts';
import { valueVerbs } from './verbs/values.ts';
import { waitVerbs } from './verbs/waits.ts';

const screenshot = verb({
  type: 'screenshot',
  platforms: everywhere,
  description: 'Keeps a picture of the screen, with a name if you like.',
  examples: ['Take a screenshot', 'Take a screenshot named "Cart"', 'Take a screenshot of the page'],
  patterns: [
    'take|capture|make|grab a screenshot [of] [the] [current] [page|screen|app]',
    'take|capture|make|grab a screenshot named|called|of|as <text>',
    'take|capture|make|grab a <text> screenshot',
    'capture the page|screen',
    'screenshot',
  ],
  build: ({ text }) => ({ kind: 'screenshot', name: text ?? null }),
});

/** Everything that can be done. Where a sentence fits two of them, the first wins. */
export const verbs: readonly Verb[] = [
  ...phoneVerbs,
  ...surroundingVerbs,
  ...travelVerbs,
  ...fileVerbs,
  ...waitVerbs,
  ...valueVerbs,
  ...fieldVerbs,
  ...choiceVerbs,
  ...pointerVerbs,
  screenshot,
];
