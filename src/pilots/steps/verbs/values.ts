import { perform } from '../instruction.ts';
import { placed } from '../place-kinds.ts';
import { everywhere, onWeb, type Verb } from '../verb.ts';

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
    description: 'Copies what is selected to the clipboard.',
    examples: ['Copy', 'Copy the selected text'],
    patterns: ['copy [it]', 'copy [the] selection', 'copy the selected text', 'copy to the clipboard'],
    build: () => perform('press', { key: 'Control+c' }),
  },
  {
    platforms: onWeb,
    description: 'Pastes from the clipboard where the focus is, or into a field.',
    examples: ['Paste', 'Paste into "Notes"'],
    patterns: ['paste [it]', 'paste [it] in|into|to <target>', 'paste from the clipboard'],
    build: (places) => {
      const target = placed.targetIfAny(places);
      return perform('press', { key: 'Control+v', ...(target !== undefined && { target }) });
    },
  },
];
