import { remembering } from '../../kernel/memo.ts';
import { fold, namesRemembered } from '../../kernel/text.ts';
import { phrasesOf, textOf } from './painted-text.ts';
import type { Scene } from './scene.ts';
import type { Container } from './target.ts';
import { nameForm } from './words.ts';

/** Longer texts, and those of more pieces, are no names. */
const longestName = 300;
const mostRuns = 20;
/** Words that look like a plural and are none. */
const singular = /(?:ss|us|is|news)$/;

/** Names in which people see no difference: letter case, an article in front, one and several. */
const softForm = remembering(
  (name) => {
    const bare = foldedName(name).replace(/^(?:the|an?)\s+(?=\S)/, '');
    return bare.replace(/\p{L}{3,}$/u, oneOf);
  },
  ...namesRemembered,
);

function oneOf(word: string): string {
  const one = singular.test(word) ? word : word.replace(/ies$/, 'y').replace(/s$/, '');
  // "boxes" and "houses" are told apart by what is left of them.
  return one.replace(/(s|x|z|ch|sh)e$/, '$1');
}

/** In the letter case in which names are compared. */
export function foldedName(name: string): string {
  return fold(nameForm(name));
}

const known = new WeakMap<Scene, ReadonlyMap<string, ReadonlySet<string>>>();

/** How what is described may be written on a screen. None where nothing on it is called so as a whole. */
export function spellingsOf(scene: Scene, described: string): readonly string[] {
  let names = known.get(scene);
  if (names === undefined) {
    names = namesIn(scene);
    known.set(scene, names);
  }
  return [...(names.get(softForm(described)) ?? [])];
}

function namesIn(scene: Scene): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const add = (text: string) => {
    if (text === '' || text.length > longestName) return;
    const form = softForm(text);
    const there = names.get(form);
    if (there === undefined) names.set(form, new Set([foldedName(text)]));
    else there.add(foldedName(text));
  };
  for (const { text } of phrasesOf(scene)) {
    add(text);
    const label = /^[^:]+(?=\s?:(?!\/\/))/.exec(text)?.[0];
    if (label !== undefined) add(label);
  }
  for (const thing of scene.things) {
    if (thing.textTo - thing.textFrom <= mostRuns) add(textOf(scene, thing));
    for (const { text } of thing.names) add(text);
  }
  return names;
}

const places = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** `second comment` is also the second that is called "comment"; null where it begins otherwise. */
export function counted({ name = '', nth, ...rest }: Container): Container | null {
  const [, which = '', own] = /^(?:the\s+)?(\S+)\s+(.+)$/i.exec(name) ?? [];
  const word = which.toLowerCase();
  const place =
    word === 'last' ? -1 : places.indexOf(word) + 1 || Number(/^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1]);
  return own === undefined || nth !== undefined || !place ? null : { ...rest, name: own, nth: place };
}
