import { withoutTail } from '../../kernel/without-tail.ts';
import { findQuotations } from './quotes.ts';
import { bare } from './sentences.ts';

/**
 * A sentence with what is quoted taken out: `Type "Alice" into "Name"` is `type "0" into "1"`, in lower case, with the
 * texts beside it. `"0u"` may also be an address, `<0>` is a bare address or file name, `<0v>` a bare variable.
 */
export interface Phrase {
  text: string;
  slots: string[];
}

/** How a sentence may be read. */
export interface Reading {
  text: string;
  /** "Make sure that …": what follows can only be an assertion. */
  isClaim: boolean;
}

const variable = /\{\{\s*([^{}\s]+)\s*\}\}/g;
const wholeVariable = /^\{\{[^{}\s]+\}\}$/;

export function readPhrase(sentence: string): Phrase {
  const slots: string[] = [];
  const keep = (content: string) => slots.push(content) - 1;
  const tidy = sentence.replace(variable, '{{$1}}');
  let text = '';
  let at = 0;
  for (const { start, end, content } of findQuotations(tidy)) {
    text += bareWords(tidy.slice(at, start), keep);
    text += ` "${keep(content)}${looksLikeAddress(content) ? 'u' : ''}" `;
    at = end;
  }
  text += bareWords(tidy.slice(at), keep);
  return {
    text: text
      .replace(/\s+/g, ' ')
      .replace(/ ([,:])/g, '$1')
      .trim(),
    slots,
  };
}

/** Most words have none of these. */
const signOfAddress = /[/.:[{]|localhost/i;

export function looksLikeAddress(text: string): boolean {
  if (!signOfAddress.test(text)) return false;
  return (
    /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text) ||
    /^about:blank$/i.test(text) ||
    /^\/\S*$/.test(text) ||
    /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#]\S*)?$/i.test(text) ||
    /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(text) ||
    (/\{\{[^{}\s]+\}\}/.test(text) && !/\s/.test(text))
  );
}

function bareWords(text: string, keep: (content: string) => number): string {
  return text.replace(/\S+/g, (word) => {
    const core = withoutTail(word, /[.,;:!?)]/);
    const tail = word.slice(core.length);
    if (wholeVariable.test(core)) return `<${keep(core)}v>${tail}`;
    if (looksLikeAddress(core)) return `<${keep(core)}>${tail}`;
    return word.toLowerCase();
  });
}

/** The ways in which a phrase may be meant, from the words as they stand to what they boil down to. */
export function readings({ text }: Phrase): Reading[] {
  const plain = canonical(text);
  const claim =
    /^(?:(?:verify|ensure|assert|confirm|validate|expect|make sure|be sure|double-check|test)(?: that| if| whether|:)?|(?:check|see)(?: that| if| whether|:)) (.+)$/.exec(
      plain,
    )?.[1];
  if (claim === undefined) return [{ text: plain, isClaim: false }];
  return [
    { text: plain, isClaim: false },
    { text: canonical(bare(claim).toLowerCase()), isClaim: true },
  ];
}

const spokenNot: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(do|does|is|are|should|must|has|have|was)n['’]t\b/g, '$1 not'],
  [/\b(?:can['’]t|cannot|can no longer)\b/g, 'can not'],
  [/\bwon['’]t\b/g, 'will not'],
  [/\bno longer\b/g, 'not'],
  [/\b(?:never|not anymore)\b/g, 'not'],
];
const modal = '(?:should|must|shall|will|can|could|would)';
const verbsOfThings = 'show|contain|have|say|display|read|equal|appear|disappear|exist|include';
const filler = /\b(?:now|still|also|again|correctly|successfully|anymore|immediately|just|currently)\b,?/g;
/** In this order, each on what the one before it has left. */
const wordings: ReadonlyArray<readonly [RegExp, string | ((whole: string, verb: string) => string)]> = [
  [/^(?:be able to|is able to) /, ''],
  [new RegExp(`^${modal} (?:be able to )?not (?:be able to )?see `), 'do not see '],
  [/^(?:not see|does not see|do not expect to see|not expect to see) /, 'do not see '],
  [new RegExp(`^(?:expect|${modal}) (?:to )?(?:be able to )?see `), 'see '],
  [/^sees /, 'see '],
  [new RegExp(` (?:(?:${modal}|to) not|not to) be `, 'g'), ' is not '],
  [new RegExp(` (?:${modal}|to) be(?= |$)`, 'g'), ' is'],
  [/ are(?= |$)/g, ' is'],
  [new RegExp(` (?:${modal}|to) not (${verbsOfThings}|end|start|begin)(?= |$)`, 'g'), ' does not $1'],
  [/ do not (?=show|contain|have|say|display|appear|exist)/g, ' does not '],
  [new RegExp(` ${modal} (end|start|begin) with`, 'g'), ' $1s with'],
  [
    new RegExp(` (?:${modal}|to) (${verbsOfThings})(?= |$)`, 'g'),
    (_whole, verb) => (verb === 'have' ? ' has' : ` ${verb}s`),
  ],
  [/^(?:in|within|inside|on) (the [a-z ]*?"\d+u?"(?: [a-z ]+?)?), (.+)$/, '$2 in $1'],
  [/ (?:on|in) the (?:current )?(?:page|screen|app|site|website|window|view)$/, ''],
  [/^(?:on|in) the (?:page|screen|app|site|website),? /, ''],
];

/** One wording for what people word in many ways: no contractions, no "should", no "now". */
function canonical(text: string): string {
  let plain = withoutTail(text, /[.!?;]/);
  for (const [said, meant] of spokenNot) plain = plain.replace(said, meant);
  plain = plain.replace(filler, ' ').replace(/\s+/g, ' ').trim();
  for (const [said, meant] of wordings) {
    plain = typeof meant === 'string' ? plain.replace(said, meant) : plain.replace(said, meant);
  }
  return plain;
}
