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
/** What joins a sentence to the next, at its end. */
const joiningTail = /(?:\s?,)?(?:\s(?:and\sthen|and|then|&))?\s?$/i;
const longestTail = ' , and then '.length;
const bullet = /(?:(?:step\s+)?\d{1,3}\s*[.):]|step\s+\d{1,3}\b|[-*•◦·–—>]|\[[ xX]?\])(?:\s+|$)/iy;
const joining =
  'and\\s+then|after\\s+that|afterwards|after\\s+this|in\\s+the\\s+end|given(?!\\s+(?:i|we|you|(?:the\\s+)?user)\\s+(?:am|are|is)\\s+(?:on|at)\\b)|when|then|and|but|next(?!\\s+to\\b)|finally|lastly|first|firstly|secondly|now|also|please';
const connector = new RegExp(`(?:${joining})(?:\\s*,\\s*|\\s+)(?=\\S)`, 'iy');
const idle = new RegExp(`^(?:${joining}|\\d{1,3}|)$`, 'i');

const verbs = [...stepVerbs, 'double click', 'right click', 'long press', 'make sure', "don['’]t"].join('|');
/** Who acts is dropped only before what somebody does: "The user name is wrong" stays as it is. */
const subject = new RegExp(
  `(?:i|we|you|he|she|they|(?:the|a|an)\\s+(?:user|visitor|customer|tester)|user|users)\\s+(?=(?:(?:should|must|can|will|shall|could|would|need\\s+to|have\\s+to|do|does|am|is|are|cannot|can['’]t|shouldn['’]t)\\b|(?:${verbs})(?:s|es)?\\b))`,
  'iy',
);
/** "… and click …", ", then see …": a second step in the same sentence. */
const joint = new RegExp(
  `(?<!\\b(?:find|locate))(?:\\s*,\\s*and\\s+then|\\s*,\\s*and|\\s*,\\s*then|\\s+and\\s+then|\\s+and|\\s+then|\\s*,|\\s+&)\\s+(?=(?:find|locate)\\s+and\\s|(?:(?:i|we|you|the\\s+user|user)\\s+)?(?:should\\s+(?:not\\s+)?)?(?:${verbs})(?:s|es)?\\s+(?:${veil}|\\d|(?:the|a|an|on|to|that|if|for|into|in|it|up|down|left|right|back|forward|until|not|see|enter|tab|escape|esc|space|return|backspace|control|ctrl|shift|alt|cmd|every|there|first|second|third|last|off|over|onto|with|exactly|all|your|nothing)\\b))`,
  'giu',
);
/** `In the row "Alice", click …`, `Within 10 seconds, see …`: where or when, before what. */
const leadingPlace = new RegExp(
  `^\\s*(?:in|within|inside|on|under|below|above|next\\s+to|beside)\\s+[a-z0-9 ${veil}]{1,80}$`,
  'iu',
);
/** `If … is visible, click it and …`: all of it is one step. */
const condition = /^\s*(?:(?:and|then)\s+)?(?:within\s+\w+\s+\w+,?\s+)?if\s/i;

/** Where and when are said in fewer characters. */
const longestLead = 100;

const variable = /\{\{[^{}\n]*\}\}/g;
/** No scheme is as long as this allows: without a limit each letter of a long word begins a search to its end. */
const address = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s]*[^\s.,;:!?)]/gi;

/** The sentences of a prompt, without bullets and without the words that only join them. */
export function splitSentences(prompt: string): string[] {
  const text = withSingleSpaces(withFormsInOneLine(prompt.replace(/\r\n?/g, '\n')));
  const veiled = veilFixed(text);
  return pieces(veiled)
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

function pieces(veiled: string): Array<{ start: number; end: number }> {
  const cuts = new Set([0]);
  const endings: number[] = [];
  for (let at = 0; at < veiled.length; at += 1) if (endsAt(veiled, at)) endings.push(at + 1);
  let last = 0;
  let passed = 0;
  for (const { index, 0: words } of veiled.matchAll(joint)) {
    for (let end = endings[passed]; end !== undefined && end <= index; end = endings[passed]) {
      last = Math.max(last, end);
      passed += 1;
    }
    const before = veiled.slice(last, Math.min(index, last + longestLead));
    if (condition.test(before) || (before.length < longestLead && leadingPlace.test(before))) continue;
    last = index + words.length;
    cuts.add(last);
  }
  for (const end of [...endings, veiled.length]) cuts.add(end);
  const inOrder = [...cuts].sort((one, other) => one - other);
  return inOrder.slice(0, -1).map((start, at) => {
    const end = inOrder[at + 1] ?? veiled.length;
    const searched = Math.max(start, end - longestTail);
    const tail = joiningTail.exec(veiled.slice(searched, end));
    return { start, end: tail === null ? end : searched + tail.index };
  });
}

function endsAt(veiled: string, at: number): boolean {
  const character = veiled.charAt(at);
  if (!ending.test(character)) return false;
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
export function veilFixed(text: string): string {
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
