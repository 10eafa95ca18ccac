/** A text that goes into a field, what the field held before, and what it holds now. */
export interface Writing {
  readonly text: string;
  /** In place of what the field held, or behind it. */
  readonly replace: boolean;
  readonly before: string;
  readonly after: string;
}

/**
 * Letter for letter or in the form that the field gives it; something else; behind something else than what was there
 * before; nothing.
 */
export type WritingOutcome = 'taken' | 'changed' | 'misplaced' | 'nothing';

/**
 * What became of a text. Fields may write it in their own way: with other punctuation, spaces and letter case. Also runs in
 * the page, as text: it may use nothing from outside itself.
 */
export function outcomeOf({ text, replace, before, after }: Writing): WritingOutcome {
  const spaced = (said: string) =>
    said
      // Sorted one by one, a hundred thousand marks on one letter take minutes.
      .replace(/(\p{M}{30})\p{M}+/gu, '$1')
      .normalize('NFKC')
      .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const letters = (said: string) =>
    spaced(said)
      .toLowerCase()
      .replace(/[\p{P}\p{Z}\p{Sc}\p{Sk}\p{Sm}]/gu, '');
  const wanted = replace ? text : before + text;
  const [now, then] = [spaced(after), spaced(before)];
  if (now === spaced(wanted)) return 'taken';
  if (replace && spaced(text) === '') {
    // What is left of a mask: `__/__/____`.
    if (/^[_\s()/.:+-]*$/.test(now) || (letters(after) === '' && now !== then)) return 'taken';
    return now === then ? 'nothing' : 'changed';
  }
  const bare = letters(text) === '' ? spaced : letters;
  if (bare === letters && letters(after) === letters(wanted)) return 'taken';
  if (now === '' || now === then) return 'nothing';
  const isBehind = bare(after).startsWith(bare(before)) || bare(after).endsWith(bare(text));
  return replace || isBehind ? 'changed' : 'misplaced';
}
