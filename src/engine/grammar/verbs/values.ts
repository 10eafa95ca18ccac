import { perform } from '../instruction.ts';
import { everywhere, onWeb, performOn, type Verb, verb } from '../verb.ts';

/** What is kept for later: in the run, or on the clipboard. */
export const valueVerbs: readonly Verb[] = [
  verb({
    platforms: everywhere,
    description: 'Remembers what a thing holds or says; later sentences of the run have it as a variable.',
    examples: [
      'Remember the order number as {{order}}',
      'Remember "Total" in the row "Alice" as {{total}}',
      'Remember the total as "old total"',
    ],
    patterns: [
      'remember|note|store|save <target> as|in|into <memo:variable>',
      'remember|note|store|save [the] value|text|content|contents of|in|from <target> as|in|into <memo:variable>',
      'remember|note [down] <target> as|under <memo>',
      'remember|note|store|save|keep|copy [down] [the] value|text|content|contents of|in|from <target> as|under <memo>',
    ],
    build: ({ target, memo }) => ({ kind: 'remember', target, name: memo }),
  }),
  verb({
    platforms: everywhere,
    description: 'Remembers the only number in what a thing holds or says.',
    examples: ['Remember the number in "Steps" as {{steps}}', 'Note the number in "Steps" as "steps"'],
    patterns: [
      'remember|note|store|save|keep|copy [down] the number of|in|from <target> as|in|into <memo:variable>',
      'remember|note|store|save|keep|copy [down] the number of|in|from <target> as|under <memo>',
    ],
    build: ({ target, memo }) => ({ kind: 'remember', target, name: memo, isNumber: true }),
  }),
  verb({
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
    build({ target }) {
      const copy = perform('press', { key: 'Control+c' });
      return target === undefined
        ? copy
        : { kind: 'sequence', steps: [performOn('select_text', target), copy] };
    },
  }),
  verb({
    platforms: onWeb,
    description: 'Pastes from the clipboard where the focus is, or into a field.',
    examples: ['Paste', 'Paste into "Notes"'],
    patterns: [
      'paste [it|this] [the] [copied] [text]',
      'paste [it|this] [the] [copied] [text] in|into|to <target>',
      'paste from the clipboard',
    ],
    build: ({ target }) => perform('press', { key: 'Control+v', ...(target !== undefined && { target }) }),
  }),
  verb({
    platforms: onWeb,
    description: 'Selects all text of a thing, as by dragging the mouse over it.',
    examples: ['Highlight the text in the first paragraph', 'Select the text of the "Notes" field'],
    patterns: [
      'highlight|select [all] [of] the text in|of|from|inside <target>',
      'highlight [all] [of] <target>',
    ],
    build: ({ target }) => performOn('select_text', target),
  }),
];
