import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSentence } from '../../../src/engine/grammar/read-sentence.ts';
import { splitSentences } from '../../../src/engine/grammar/sentences.ts';
import { readTask } from '../../../src/engine/grammar/understand.ts';
import type { Task } from '../../../src/engine/task.ts';

interface Sample {
  readonly sentence: string;
  readonly platform?: string;
  readonly reads?: readonly unknown[];
}

const samples: readonly Sample[] = JSON.parse(
  readFileSync(new URL('tester-sentences.json', import.meta.url), 'utf8'),
);

/** Steps of the web, each one sentence in one line. */
const usual = samples.filter(
  ({ sentence, platform, reads }) =>
    reads?.length === 1 && platform === undefined && !/\{\{|\n/.test(sentence),
);

interface Slip {
  readonly sentence: string;
  readonly wrong: string;
  /** What it says on the screen may be called so. */
  readonly isInName: boolean;
}

/** One letter left out, or two that change places, in one word of each sentence. */
function slips(seed: number): Slip[] {
  let state = seed;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  return usual.flatMap(({ sentence, reads }) => {
    const fixed = /"[^"]*"|'[^']*'|“[^”]*”|„[^“]*“|«[^»]*»|`[^`]*`|\S*[/.@]\S*/g;
    const plain = sentence.replace(fixed, (match) => '\0'.repeat(match.length));
    const words = [...plain.matchAll(/[A-Za-z]{4,}/g)];
    const chosen = words[below(words.length)];
    if (chosen === undefined) return [];
    const { 0: word, index } = chosen;
    const at = 1 + below(word.length - 2);
    const rest = word.slice(at + 2);
    const slipped = `${word.slice(0, at)}${word[at + 1]}${below(2) === 0 ? '' : word[at]}${rest}`;
    if (slipped === word) return [];
    const wrong = `${sentence.slice(0, index)}${slipped}${sentence.slice(index + word.length)}`;
    return [{ sentence, wrong, isInName: namesIn(reads).some((name) => name.includes(word.toLowerCase())) }];
  });
}

function namesIn(part: unknown): string[] {
  if (part === null || typeof part !== 'object') return [];
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'string' && /^(?:name|text|option|by|value|note|title)$/.test(key)
      ? [value.toLowerCase()]
      : namesIn(value),
  );
}

const task = (prompt: string): Task =>
  ({ platform: 'web', targetUrl: 'http://127.0.0.1', variables: [], prompt, steps: null }) as Task;

const meaning = (sentence: string): string =>
  JSON.stringify(
    splitSentences(sentence).flatMap((one) => readSentence(one).map(({ statement }) => statement)),
  );

type Outcome = 'right first' | 'right later' | 'refused' | 'read as the same' | 'read as something else';

function outcomeOf({ sentence, wrong }: Slip): Outcome {
  const read = readTask(task(wrong));
  if (read.every(({ step }) => step !== null))
    return meaning(wrong) === meaning(sentence) ? 'read as the same' : 'read as something else';
  const plain = (text: string) => text.toLowerCase().replace(/[.\s]+$/, '');
  const near = read.flatMap(({ nearest }) => nearest).map(plain);
  const isRight = (one: string) => plain(sentence).endsWith(one);
  if (near[0] !== undefined && isRight(near[0])) return 'right first';
  return near.some(isRight) ? 'right later' : 'refused';
}

describe.each([11, 12, 13])('of sentences with one slip in a word (%i)', (seed) => {
  const all = slips(seed);
  const found: Array<Slip & { outcome: Outcome }> = [];
  const count = (outcome: Outcome) => found.filter((slip) => slip.outcome === outcome).length;

  beforeAll(() => {
    for (const slip of all) found.push({ ...slip, outcome: outcomeOf(slip) });
  });

  it('there are hundreds', () => expect(all.length).toBeGreaterThan(650));

  it('nine of ten are offered as they were meant, before all else', () => {
    expect(count('right first') / all.length).toBeGreaterThanOrEqual(0.9);
  });

  it('hardly one is read as something else, but for what things are called', () => {
    const silent = found.filter(({ outcome, isInName }) => outcome === 'read as something else' && !isInName);
    if (silent.length > 5) console.table(silent.map(({ wrong }) => wrong));
    expect(silent.length).toBeLessThanOrEqual(5);
    expect(count('read as something else')).toBeLessThanOrEqual(50);
  });
});

describe('a sentence without a slip', () => {
  it('is never taken for another', () => {
    const taken = samples
      .flatMap(({ sentence }) => splitSentences(sentence).flatMap((one) => readSentence(one)))
      .filter(({ meant }) => meant !== undefined);
    expect(taken.map(({ sentence }) => sentence)).toEqual([]);
  });
});
