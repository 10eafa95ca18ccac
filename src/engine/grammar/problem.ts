import type { LostSentence } from './read-sentence.ts';

const mostNamed = 4;

/** Why a sentence is not understood: the word at which it stopped making sense, and what could stand there. */
export function problemOf({ phrase, lost }: LostSentence): string {
  const { at, expected } = lost;
  const token = phrase.tokens[at];
  const wanted = inWords([...expected]);
  if (token === undefined)
    return `It ends too early${wanted === '' ? '' : `: ${wanted} is expected after "${phrase.tokens.at(-1)?.said}"`}.`;
  const word = token.kind === 'text' ? `"${token.said}"` : token.said;
  return `It stops making sense at the word ${quoted(word)}${wanted === '' ? '' : `: ${wanted} is expected there`}.`;
}

/** Places before single words, which are many. */
function inWords(expected: readonly string[]): string {
  const kinds = expected.filter((one) => one.includes(' '));
  const words = expected.filter((one) => !one.includes(' ')).map(quoted);
  const named = [...kinds, ...words].slice(0, mostNamed);
  const last = named.pop();
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} or ${last}`;
}

function quoted(text: string): string {
  return text.startsWith('"') ? text : `"${text}"`;
}
