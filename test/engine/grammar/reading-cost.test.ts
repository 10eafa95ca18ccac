import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Parsed } from '../../../src/engine/grammar/chart.ts';
import { grammar } from '../../../src/engine/grammar/grammar.ts';
import { mostItems } from '../../../src/engine/grammar/mending.ts';
import { findQuotations } from '../../../src/engine/grammar/quotes.ts';
import { effortOfTask, readSentence } from '../../../src/engine/grammar/read-sentence.ts';
import { splitSentences } from '../../../src/engine/grammar/sentences.ts';
import { readTask } from '../../../src/engine/grammar/understand.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { nearestLines } from '../../../src/engine/scene/painted-text.ts';
import { partPlaces, placesOf, says } from '../../../src/engine/scene/words.ts';
import type { Task } from '../../../src/engine/task.ts';
import { worstPrompts } from '../../support/worst-prompts.ts';

/** Long enough to tell, and short enough to fail in seconds. */
const length = 4_000;
const kinds = Object.entries(worstPrompts);
const samples: ReadonlyArray<{ sentence: string; reads?: unknown }> = JSON.parse(
  readFileSync(new URL('tester-sentences.json', import.meta.url), 'utf8'),
);

describe('the cost of reading', () => {
  it.each(kinds)(
    'grows no faster than a prompt of %s, in characters that quotes are looked for in',
    (_kind, make) => {
      const once = looksAt(make(length / 4));
      const fourTimes = looksAt(make(length));
      expect(fourTimes).toBeLessThanOrEqual(4.2 * once + 1_000);
      expect(fourTimes).toBeLessThanOrEqual(16 * length);
    },
  );

  it.each(kinds)('grows no faster than a prompt of %s, in characters given to patterns', (_kind, make) => {
    // The first reading makes the patterns of the vocabulary, whose own source is read by patterns.
    charactersGiven(make(length / 4));
    const once = charactersGiven(make(length / 4));
    const fourTimes = charactersGiven(make(length));
    expect(fourTimes).toBeLessThanOrEqual(4.5 * once + 50_000);
  });
});

describe('the effort that reading takes', () => {
  it.each(kinds)('is never more than a task has, for 20,000 characters of %s', (_kind, make) => {
    const parse = vi.spyOn(grammar, 'parse');
    try {
      readTask(asking(make(20_000)));
    } catch (error) {
      if (!(error instanceof ExecutionFailure)) throw error;
    }
    const taken = parse.mock.results.map(({ value }) => (value as Parsed).items);
    parse.mockRestore();
    expect(Math.max(0, ...taken)).toBeLessThanOrEqual(mostItems);
    expect(taken.reduce((sum, items) => sum + items, 0)).toBeLessThanOrEqual(effortOfTask().left);
  });

  it('lets 20,000 characters of sentences as testers write them be read, with some to spare', () => {
    const sentences = samples.flatMap(({ sentence, reads }) =>
      reads === undefined ? [] : splitSentences(sentence),
    );
    const effort = { left: Number.MAX_SAFE_INTEGER };
    for (const sentence of sentences) readSentence(sentence, effort);
    const each = (Number.MAX_SAFE_INTEGER - effort.left) / sentences.join('. ').length;
    expect(20_000 * each).toBeLessThanOrEqual(0.95 * effortOfTask().left);
  });
});

describe('a text of one letter', () => {
  const page = 'a'.repeat(300_000);

  it('is searched for a long row of it without an end in sight', () => {
    expect(placesOf(page, 'a'.repeat(100_000))).toEqual([]);
    expect(placesOf(`${page} ${page}`, page)).toEqual([0, 300_001]);
    expect(partPlaces(page, `b${'a'.repeat(100_000)}`)).toEqual([]);
    expect(partPlaces(page, 'a'.repeat(100_000))[0]).toBe(0);
  });
});

describe('a letter with a hundred thousand marks', () => {
  const marked = `caf${'e\u0323\u0301'}${'\u0301\u0323'.repeat(50_000)}`;

  it('is compared by the first of them, at once', () => {
    expect(says(marked, `caf${'e\u0323\u0301'}${'\u0301\u0323'.repeat(40_000)}`)).toBe(true);
    expect(says(marked, 'tea')).toBe(false);
    const rect = { x: 0, y: 0, width: 10, height: 10 };
    expect(nearestLines([{ text: marked, rect }], marked)).toHaveLength(1);
  });
});

describe('a task', () => {
  const sentences = (count: number) => Array.from({ length: count }, (_, at) => `Click "Item ${at}".`);

  it('takes 500 sentences, and is refused with one more', () => {
    expect(readTask(asking(sentences(500).join(' ')))).toHaveLength(500);
    expect(() => readTask(asking(sentences(501).join(' ')))).toThrow(tooMany);
  });

  it('counts a sentence of several clauses as many', () => {
    const clauses = '"A" is enabled and "B" is disabled. ';
    expect(readTask(asking(clauses.repeat(250)))).toHaveLength(500);
    expect(() => readTask(asking(clauses.repeat(251)))).toThrow(tooMany);
  });

  it('counts the sentences of all its stored steps together', () => {
    const steps = (count: number) =>
      Array.from({ length: count }, () => ({ type: 'act' as const, title: sentences(5).join(' ') }));
    expect(readTask({ ...asking(''), prompt: null, steps: steps(100) })).toHaveLength(100);
    expect(() => readTask({ ...asking(''), prompt: null, steps: steps(101) })).toThrow(tooMany);
  });

  it('has suggestions for each sentence that is not understood', () => {
    const read = readTask(asking('Frobnicate the thing. '.repeat(60)));
    expect(read.map(({ nearest }) => nearest.length)).toEqual(Array(60).fill(3));
  });

  it('is not read behind what takes too much, and says so', () => {
    const prompt = `${entangled.repeat(100)} Click "Save".`;
    expect(readTask(asking(prompt)).at(-1)).toMatchObject({
      sentence: 'Click "Save"',
      step: null,
      problem: 'There is too much before it to read this as well: make several tests of it.',
      nearest: [],
    });
  });

  it('says of a sentence that is too long that it is; what is in quotes does not count', () => {
    const [long] = readTask(asking(`Click ${'very '.repeat(200)}"slowly"`));
    expect(long?.step).toBeNull();
    expect(long?.problem).toBe(
      'It is longer than 500 characters without what is in quotes: make it several sentences.',
    );
    const [quoted] = readTask(asking(`Type "${'very '.repeat(3_000)}" into "Notes"`));
    expect(quoted?.step).not.toBeNull();
  });
});

/** With many ways to read it. */
const entangled = `${'Foo in the b of c on d '.repeat(20)}is e. `;
const tooMany = new ExecutionFailure(
  'STEP_NOT_UNDERSTOOD',
  'There are more than 500 sentences: make several tests of it.',
);

function asking(prompt: string): Task {
  return { platform: 'web', targetUrl: 'http://127.0.0.1', variables: [], prompt, steps: null } as Task;
}

/** How often the search for quotations looks at a character. */
function looksAt(text: string): number {
  let looks = 0;
  findQuotations({
    length: text.length,
    charAt(at) {
      looks += 1;
      return text.charAt(at);
    },
    slice(start, end) {
      const part = text.slice(start, end);
      looks += part.length;
      return part;
    },
  });
  return looks;
}

/**
 * How many characters all patterns together went through or were left with. Whatever a pattern is used by, it comes to `exec`;
 * one that does not match counts with all that was left of its text.
 */
function charactersGiven(prompt: string): number {
  let given = 0;
  const { exec } = RegExp.prototype;
  function counting(this: RegExp, text: string): RegExpExecArray | null {
    const start = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const isTriedInOnePlace = this.sticky || this.source.startsWith('^');
    const end = found === null ? (isTriedInOnePlace ? start : text.length) : found.index + found[0].length;
    given += 1 + Math.max(0, end - start);
    return found;
  }
  RegExp.prototype.exec = counting;
  try {
    readTask(asking(prompt));
  } catch (error) {
    if (!(error instanceof ExecutionFailure)) throw error;
  } finally {
    RegExp.prototype.exec = exec;
  }
  return given;
}
