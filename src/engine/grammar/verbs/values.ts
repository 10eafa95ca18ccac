import { perform } from '../instruction.ts';
import { placed } from '../parameter-kinds.ts';
import { everywhere, onWeb, performOn, type Verb } from '../verb.ts';

/** What is kept for later: in the run, or on the clipboard. */
export const valueVerbs: readonly Verb[] = [
  {
    platforms: everywhere,
    description: 'Remembers what a thing holds or says; later sentences of the run have it as a variable.',
    examples: ['Remember the order number as {{order}}', 'Remember "Total" in the row "Alice" as {{total}}'],
    patterns: ['remember|note|store|save [the] [value|text|content] [of|in] <target> as|in|into <variable>'],
    build: (places) => ({
      kind: 'remember',
      target: placed.target(places),
      name: placed.text(places, 'variable'),
    }),
  },
  {
    platforms: onWeb,
    description: 'Copies what is selected, or all text of a thing, to the clipboard.',
    examples: ['Copy', 'Copy the selected text', 'Copy the text in the "Notes" field'],
    patterns: [
      'copy [it]',
      'copy [the] selection',
      'copy the selected text',
      'copy to the clipboard',
      'copy [all] [of] [the] text|value|content|contents in|of|from|inside <target>',
    ],
    build: (places) => {
      const target = placed.targetIfAny(places);
      const copy = perform('press', { key: 'Control+c' });
      return target === undefined
        ? copy
        : { kind: 'sequence', steps: [performOn('select_text', target), copy] };
    },
  },
  {
    platforms: onWeb,
    description: 'Pastes from the clipboard where the focus is, or into a field.',
    examples: ['Paste', 'Paste into "Notes"'],
    patterns: [
      'paste [it|this] [the] [copied] [text]',
      'paste [it|this] [the] [copied] [text] in|into|to <target>',
      'paste from the clipboard',
    ],
    build: (places) => {
      const target = placed.targetIfAny(places);
      return perform('press', { key: 'Control+v', ...(target !== undefined && { target }) });
    },
  },
  {
    platforms: onWeb,
    description: 'Selects all text of a thing, as by dragging the mouse over it.',
    examples: ['Highlight the text in the first paragraph', 'Select the text of the "Notes" field'],
    patterns: [
      'highlight|select [all] [of] the text in|of|from|inside <target>',
      'highlight [all] [of] <target>',
    ],
    build: (places) => performOn('select_text', placed.target(places)),
  },
];
