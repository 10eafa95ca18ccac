import type { Modifier } from '../acting/catalogue/pointer.ts';

/** What a step can begin with, where it is joined to another by "and". */
export const stepVerbs =
  'open launch start go visit navigate browse click double-click right-click long-press tap press push hit type enter input write fill append set clear select choose pick check uncheck tick untick turn switch toggle expand collapse hover scroll drag upload attach download wait reload refresh close accept dismiss answer confirm cancel swipe rotate restart relaunch hide take put see look verify ensure make assert expect validate log sign sort search change do follow provide complete populate erase enable disable activate deactivate flip move adjust update edit capture remember note store copy paste highlight resize focus approve allow decline reject deny refuse enroll pinch zoom find notice delete remove submit place triple-click middle-click leave blur replace overwrite bring keep hold pull use'.split(
    ' ',
  );

export const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
export const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The n-th, from 1; -1 is the last; null for what is no such word. */
export function ordinalOf(word: string): number | null {
  if (word === 'last') return -1;
  if (ordinals.includes(word)) return ordinals.indexOf(word) + 1;
  return /^\d{1,4}(?:st|nd|rd|th)$/.test(word) ? Number.parseInt(word, 10) : null;
}

/** Also counted from the end: `second to last`, `last but one`, `2nd last`. */
export function nthOf(words: string): number | null {
  const [, word = words] = /^(\S+) (?:to )?last$/.exec(words) ?? [];
  if (words === 'last but one') return -2;
  const nth = ordinalOf(word);
  return nth === null || word === words ? nth : nth > 0 ? -nth : null;
}

export function numberOf(word: string): number | null {
  if (numbers.includes(word)) return numbers.indexOf(word);
  return /^\d{1,6}$/.test(word) ? Number(word) : null;
}

const keyNames: Readonly<Record<string, string>> = {
  enter: 'Enter',
  return: 'Enter',
  tab: 'Tab',
  escape: 'Escape',
  esc: 'Escape',
  backspace: 'Backspace',
  delete: 'Delete',
  del: 'Delete',
  insert: 'Insert',
  space: 'Space',
  spacebar: 'Space',
  'space bar': 'Space',
  home: 'Home',
  end: 'End',
  'page up': 'PageUp',
  'page down': 'PageDown',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  ...Object.fromEntries(
    ['Up', 'Down', 'Left', 'Right'].flatMap((way) =>
      [`arrow ${way}`, `${way} arrow`, `arrow${way}`].map((word) => [word.toLowerCase(), `Arrow${way}`]),
    ),
  ),
};
const modifierNames: Readonly<Record<string, Modifier>> = {
  ctrl: 'Control',
  control: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  alt: 'Alt',
  option: 'Alt',
  shift: 'Shift',
};

/** `Ctrl`, `the Shift key`, `Ctrl+Shift`, `Ctrl and Alt`; null for what is no key that is held. */
export function heldKeysOf(phrase: string): readonly Modifier[] | null {
  const words = phrase.replace(/^the /, '').replace(/ keys?$/, '');
  const keys = words.split(/ ?\+ ?| and (?:the )?/).map((word) => modifierNames[word]);
  const known = keys.flatMap((key) => key ?? []);
  return known.length < keys.length || new Set(known).size < known.length ? null : known;
}

/** `ctrl + shift + a`, `page down`, `F5`; null for what is no key. */
export function keyOf(phrase: string): string | null {
  const parts = phrase.toLowerCase().split(/ ?[+] ?/);
  const last = parts.pop() ?? '';
  const modifiers = parts.map((part) => modifierNames[part]);
  const isFunctionKey = /^f(?:1[0-2]|[1-9])$/.test(last);
  const name = keyNames[last] ?? (isFunctionKey ? last.toUpperCase() : /^[a-z0-9]$/.test(last) ? last : null);
  if (name === null || modifiers.includes(undefined)) return null;
  return [...modifiers, name].join('+');
}
