import { remembering } from '../../kernel/memo.ts';
import { comparable, fold, namesRemembered } from '../../kernel/text.ts';

/** As a name: the colon and the star behind a label are not part of it. */
export const nameForm = remembering(
  (text) => {
    const whole = comparable(text);
    const bare = whole.replace(/^\*\s*/, '').replace(/[\s:*]+$/, '');
    return bare === '' ? whole : bare;
  },
  ...namesRemembered,
);

/** How well a thing is called by a name: exactly so, in other letter case, or with more words around it. */
export type Fit = 'spelled' | 'same' | 'part';

export const isExactFit = (fit: Fit | null) => fit === 'spelled' || fit === 'same';

export function fitOf(name: string, wanted: string): Fit | null {
  const [own, sought] = [nameForm(name), nameForm(wanted)];
  if (sought === '' || own.length < sought.length) return null;
  if (own === sought) return 'spelled';
  const [folded, soughtFolded] = [fold(own), fold(sought)];
  if (folded === soughtFolded) return 'same';
  return wholePlaces(folded, soughtFolded).length > 0 ? 'part' : null;
}

export function isSameExactly(text: string, wanted: string): boolean {
  return comparable(text) === comparable(wanted);
}

export function isSame(text: string, wanted: string): boolean {
  return fold(comparable(text)) === fold(comparable(wanted));
}

/** Whether the wanted text is in the other, as whole words and whole numbers: "active" is not in "inactive". */
export function says(text: string, wanted: string): boolean {
  return placesOf(text, wanted).length > 0;
}

export function saysExactly(text: string, wanted: string): boolean {
  return wholePlaces(comparable(text), comparable(wanted)).length > 0;
}

/** The same for data, letter case included: there a comma stands between two values, so that "30" is in "Alice,30,5". */
export function dataSays(text: string, wanted: string): boolean {
  return partPlaces(text, wanted).some(
    (at) => startsWhole(text, at, /\./) && endsWhole(text, at + wanted.length, /\./),
  );
}

/** Where a text is in another, also within words: "error" is in "Errors". Both in the form in which they are compared. */
export function partPlaces(text: string, wanted: string): number[] {
  return wanted === '' ? [] : [...placesIn(text, wanted)];
}

export function placesOf(text: string, wanted: string): number[] {
  return wholePlaces(fold(comparable(text)), fold(comparable(wanted)));
}

/** As a sentence has it; a quote within it does not end it. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}

/** Letters of scripts that write words apart, and digits: only between these is there an edge of a word. */
const wordCharacter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_]/u;
const digit = /\p{Nd}/u;

/** Where a text is in another as whole words and whole numbers; both in the form in which they are compared. */
export function wholePlaces(text: string, wanted: string): number[] {
  const places: number[] = [];
  if (wanted === '') return places;
  for (const at of placesIn(text, wanted)) {
    const isApart = at >= (places.at(-1) ?? -wanted.length) + wanted.length;
    if (isApart && startsWhole(text, at) && endsWhole(text, at + wanted.length)) places.push(at);
  }
  return places;
}

/**
 * Every place of a text in another, those that overlap included. By the method of Knuth, Morris and Pratt: `indexOf`
 * compares a long row of the same letter anew at each of its places.
 */
function* placesIn(text: string, wanted: string): Generator<number, void, undefined> {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched < wanted.length) continue;
    yield at + 1 - matched;
    matched = borders[matched - 1] ?? 0;
  }
}

/** For each length of its beginning, how much of that beginning also ends it. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && text.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (text.charCodeAt(matched) === code) matched += 1;
    borders[at] = matched;
  }
  return borders;
}

function startsWhole(text: string, at: number, withinNumbers = /[.,]/): boolean {
  const [first, before, earlier] = [text.charAt(at), text.charAt(at - 1), text.charAt(at - 2)];
  if (wordCharacter.test(first) && wordCharacter.test(before)) return false;
  if (digit.test(first) && withinNumbers.test(before) && digit.test(earlier)) return false;
  // "5" is not what "-5" says; in "2024-05" and "3-5" the dash is not part of the number's.
  const isNumber = digit.test(first) || /\p{Sc}/u.test(first);
  return !(isNumber && before === '-' && !wordCharacter.test(earlier));
}

function endsWhole(text: string, end: number, withinNumbers = /[.,]/): boolean {
  const [last, after, later] = [text.charAt(end - 1), text.charAt(end), text.charAt(end + 1)];
  if (wordCharacter.test(last) && wordCharacter.test(after)) return false;
  return !(digit.test(last) && withinNumbers.test(after) && digit.test(later));
}
