import { withoutTail } from '../../kernel/without-tail.ts';
import { withFormsInOneLine } from './form-lines.ts';
import { findQuotations } from './quotes.ts';
import { stepVerbs } from './words.ts';

/** Stands for what is quoted, a variable or an address, one for one character, so that places stay the same. */
export const veil = '\uE000';
const ending = /[.!?;。！？；\n]/;
/** Ends a sentence even where no space follows. */
const endingOfItsOwn = /[。！？；\n]/;
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|vs|mr|mrs|ms|dr|approx)$/i;
/** With what stands before it. */
const longestAbbreviation = ' approx'.length;
const sentenceStarts = new Set([
  ...stepVerbs,
  ...'the then and i it there when given after a an no'.split(' '),
]);
const longestWord = 20;
/** What joins a sentence to the next, at its end. */
const joiningTail = /(?:\s?,)?(?:\s(?:and\sthen|and|then|&))?\s?$/i;
const longestTail = ' , and then '.length;
/** `If "A" is shown, click it. Otherwise click "B"` is one condition. */
const goingOn = /^\s*(?:otherwise|else)\b/i;
const longestGoingOn = 20;
const bullet = /(?:(?:step\s+)?\d{1,3}\s*[.):]|step\s+\d{1,3}\b|[-*•◦·–—>]|\[[ xX]?\])(?:\s+|$)/iy;
const joining =
  'and\\s+then|after\\s+that|afterwards|after\\s+this|in\\s+the\\s+end|given(?!\\s+(?:i|we|you|(?:the\\s+)?user)\\s+(?:am|are|is)\\s+(?:on|at)\\b)|when|then|and|but|next(?!\\s+to\\b)|finally|lastly|first|firstly|secondly|now|also|please';
const connector = new RegExp(`(?:${joining})(?:\\s*,\\s*|\\s+)(?=\\S)`, 'iy');
const idle = new RegExp(`^(?:${joining}|\\d{1,3}|)$`, 'i');

/** Who acts is dropped only before what somebody does: "The user name is wrong" stays as it is. */
const subject = new RegExp(
  `(?:i|we|you|he|she|they|(?:the|a|an)\\s+(?:user|visitor|customer|tester)|user|users)\\s+(?=(?:(?:should|must|can|will|shall|could|would|need\\s+to|have\\s+to|do|does|am|is|are|cannot|can['’]t|shouldn['’]t)\\b|(?:${[...stepVerbs, 'double click', 'right click', 'long press', 'make sure', "don['’]t"].join('|')})(?:s|es)?\\b))`,
  'iy',
);

const variable = /\{\{[^{}\n]*\}\}/g;
/** No scheme is as long as this allows: without a limit each letter of a long word begins a search to its end. */
const address = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s]*[^\s.,;:!?)]/gi;

/** The sentences of a prompt, without bullets and without the words that only join them. */
export function splitSentences(prompt: string): string[] {
  const text = withSingleSpaces(withFormsInOneLine(prompt.replace(/\r\n?/g, '\n')));
  const veiled = veilFixed(text);
  return pieces(text, veiled)
    .map(({ start, end }) => ({ said: text.slice(start, end), veiled: veiled.slice(start, end) }))
    .filter(({ said, veiled }) => !isHeading(veiled) && /[\p{L}\p{N}]/u.test(said))
    .map(({ said }) => bare(said))
    .filter((sentence) => !idle.test(sentence));
}

/** Drops what leads up to the sentence proper: bullets, "Then", "I", and the full stop. */
export function bare(sentence: string): string {
  const text = sentence.trim();
  let start = 0;
  for (let before = -1; before !== start; ) {
    before = start;
    for (const lead of [bullet, connector, subject]) start = behind(lead, text, start);
  }
  const rest = withoutTail(text.slice(start), /[\s.!?;,:。！？；]/);
  // Not what is written like this on the screen: an address, a file, a number with a unit.
  return /^[\p{L}'’-]+(?=\s|$)/u.test(rest) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
}

function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function pieces(text: string, veiled: string): Array<{ start: number; end: number }> {
  const found: Array<{ start: number; end: number }> = [];
  let start = 0;
  for (let at = 0; at <= veiled.length; at += 1) {
    if (at < veiled.length && !endsAt(veiled, at) && !endsInQuotes(text, veiled, at)) continue;
    const end = Math.min(veiled.length, at + 1);
    const searched = Math.max(start, end - longestTail);
    const tail = joiningTail.exec(veiled.slice(searched, end));
    if (end > start) found.push({ start, end: tail === null ? end : searched + tail.index });
    start = end;
  }
  return found;
}

/** `See "Saved." Click "Next"`: what ends within its quotes, before a word that begins a sentence. */
function endsInQuotes(text: string, veiled: string, at: number): boolean {
  if (veiled.charAt(at) !== veil || veiled.charAt(at + 1) === veil || !/[.!?]/.test(text.charAt(at - 1)))
    return false;
  const [, next = ''] = /^\s+([A-Z]\p{L}*)/u.exec(veiled.slice(at + 1, at + 1 + longestWord)) ?? [];
  return sentenceStarts.has(next.toLowerCase());
}

function endsAt(veiled: string, at: number): boolean {
  const character = veiled.charAt(at);
  if (!ending.test(character)) return false;
  if (goingOn.test(veiled.slice(at + 1, at + longestGoingOn))) return false;
  if (endingOfItsOwn.test(character)) return true;
  const next = veiled.charAt(at + 1);
  const isBetween = next === '' || /[\s)\]]/.test(next) || veiled.charAt(at - 1) === veil;
  return isBetween && !abbreviation.test(veiled.slice(Math.max(0, at - longestAbbreviation), at));
}

/** "Steps:" says nothing by itself. */
function isHeading(veiled: string): boolean {
  return /:\s*$/.test(veiled) && !veiled.includes(veil);
}

/** Outside quotes; long runs of spaces would also make what follows slow. */
function withSingleSpaces(text: string): string {
  let tidy = '';
  let at = 0;
  for (const { start, end } of findQuotations(text)) {
    tidy += squeezed(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return tidy + squeezed(text.slice(at));
}

function squeezed(text: string): string {
  return text.replace(/[^\S\n]+/g, ' ').replace(/(?: ?\n ?)+/g, '\n');
}

/** A text of the same length in which what is quoted, variables and addresses are covered. */
function veilFixed(text: string): string {
  let inQuotes = '';
  let at = 0;
  for (const { start, end } of findQuotations(text)) {
    inQuotes += text.slice(at, start) + veil.repeat(end - start);
    at = end;
  }
  inQuotes += text.slice(at);
  return [variable, address].reduce(
    (veiled, pattern) => veiled.replace(pattern, (match) => veil.repeat(match.length)),
    inQuotes,
  );
}
