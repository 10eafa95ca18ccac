import type { SaidState } from './meanings.ts';

const states = new Map<string, SaidState>(
  (
    [
      ['enabled', true, 'enabled, clickable, active'],
      ['disabled', true, 'disabled, inactive, greyed out, grayed out'],
      ['checked', true, 'checked, ticked, on, turned on, switched on'],
      ['checked', false, 'unchecked, unticked, off, turned off, switched off'],
      [
        'selected',
        true,
        'selected, chosen, preselected, pre-selected, selected by default, chosen by default',
      ],
      ['selected', false, 'unselected, deselected'],
      ['focused', true, 'focused, in focus, focus, the focus, cursor, the cursor'],
      ['empty', true, 'empty, blank, no value, no text'],
      ['empty', false, 'filled, filled in, filled out'],
      ['expanded', true, 'expanded, open, opened'],
      ['expanded', false, 'collapsed, closed'],
      ['required', true, 'required, mandatory'],
      ['required', false, 'optional'],
      ['read-only', true, 'read-only, readonly, read only'],
      ['read-only', false, 'editable'],
      ['invalid', true, 'invalid, marked as invalid'],
      ['invalid', false, 'valid'],
    ] as const
  ).flatMap(([state, isSo, words]) =>
    words.split(', ').map((word) => [word, [state, isSo, word] as const] as const),
  ),
);

export function stateOf(words: string): SaidState | null {
  return states.get(words) ?? null;
}

/** Every word for a state. */
export function stateNames(): string[] {
  return [...states.keys()];
}
