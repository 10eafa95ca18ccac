import type { Platform } from '../task.ts';
import type { Correction } from './chart.ts';
import { isKnown } from './known-words.ts';
import type { LostSentence } from './mending.ts';
import { type Mended, saidBy } from './mending.ts';
import type { TokenizedText } from './tokens.ts';

const mostNamed = 4;
const isAssertion = /^(?:is|are|was|were|should|must|has|have|can|not|contains?|shows?|displays?)$/;

/** Why a sentence is not understood: what is wrong with it, or else the word at which it stopped making sense. */
export function problemOf({ phrase, lost, mended }: LostSentence, platform: Platform = 'web'): string {
  const [correction] = mended[0]?.corrections ?? [];
  const first = phrase.tokens[0];
  const isFirst = correction === undefined ? !isKnown(first?.word ?? '') : correction.from === 0;
  const says = phrase.tokens.some(({ word }) => isAssertion.test(word));
  if (first?.kind === 'word' && isFirst && (correction !== undefined || !says))
    return `I don't understand "${first.said}". Start with an action (${platform === 'web' ? 'Click' : 'Tap'}, Type) or a check (See).`;
  return correction === undefined ? whereItStopped(phrase, lost) : wrong(phrase, correction);
}

/** Why a sentence is not taken as it stands: a word in it is nearly another. */
export function nearMissProblem(phrase: TokenizedText, { corrections }: Mended): string {
  const [correction] = corrections;
  if (correction === undefined) return '';
  return `${wrong(phrase, correction)} If it is part of a name, put the name in quotes.`;
}

function wrong(phrase: TokenizedText, correction: Correction): string {
  const { text, tokens } = phrase;
  const { kind, from, to } = correction;
  const said = saidBy(correction, phrase);
  const was = `"${text.slice(tokens[from]?.start, tokens[to - 1]?.end)}"`;
  if (kind === 'spelled') return `I don't understand ${was}. Did you mean "${said}"?`;
  if (kind === 'quoted') return `I don't understand ${was}. Did you mean ${said}, in quotes?`;
  if (kind === 'superfluous') return `I don't understand ${was} there. Leave it out?`;
  const next = tokens[from];
  return `"${said}" is missing ${next === undefined ? 'at the end' : `before ${quoted(next.said)}`}.`;
}

function whereItStopped({ tokens }: TokenizedText, { at, expected }: LostSentence['lost']): string {
  const token = tokens[at];
  const wanted = inWords([...expected]);
  if (token === undefined)
    return `It ends too early${wanted === '' ? '' : `: ${wanted} is expected after "${tokens.at(-1)?.said}"`}.`;
  const word = token.kind === 'text' ? `"${token.said}"` : token.said;
  return `It stops making sense at the word ${quoted(word)}${wanted === '' ? '' : `: ${wanted} is expected there`}.`;
}

function inWords(expected: readonly string[]): string {
  const named = expected.slice(0, mostNamed).map((one) => (one.includes(' ') ? one : quoted(one)));
  const last = named.pop();
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} or ${last}`;
}

function quoted(text: string): string {
  return text.startsWith('"') ? text : `"${text}"`;
}
