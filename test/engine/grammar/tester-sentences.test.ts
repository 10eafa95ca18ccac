import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describe as describeInstruction } from '../../../src/engine/grammar/describe.ts';
import { grammar } from '../../../src/engine/grammar/grammar.ts';
import type { Instruction } from '../../../src/engine/grammar/instruction.ts';
import { problemOf } from '../../../src/engine/grammar/problem.ts';
import { readSentence, whereLost } from '../../../src/engine/grammar/read-sentence.ts';
import { Refused } from '../../../src/engine/grammar/refused.ts';
import { splitSentences } from '../../../src/engine/grammar/sentences.ts';
import { phraseOf } from '../../../src/engine/grammar/tokens.ts';

/** A sentence as testers write it, and what it asks for; without that it must be refused. */
interface Sample {
  sentence: string;
  platform?: 'web' | 'ios' | 'android';
  reads?: ReadonlyArray<{ type: string; instruction: { kind: string; steps?: unknown[] } }>;
  understood?: false;
}

const samples: readonly Sample[] = JSON.parse(
  readFileSync(new URL('tester-sentences.json', import.meta.url), 'utf8'),
);
const rightShare = 0.95;

interface Found {
  understood: boolean;
  type: string | null;
  instruction: Instruction | null;
  problem: string | null;
}

function read({ sentence, platform = 'web' }: Sample): Found[] {
  const named = { thing: null };
  const clauses = splitSentences(sentence).flatMap((one) => readSentence(one, undefined, named));
  return clauses.map(({ sentence: clause, statement, refused }) => {
    if (statement?.platforms.includes(platform) === true)
      return { understood: true, type: statement.type, instruction: statement.instruction, problem: null };
    const lost = whereLost(clause);
    const problem = refused ?? (lost === null ? null : problemOf(lost));
    return { understood: false, type: null, instruction: null, problem };
  });
}

/** What words without quotes could mean as well is settled on the screen and no part of the reading here. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, inner) => (key === 'or' ? undefined : inner));
}

function isRight({ reads = [] }: Sample, found: readonly Found[]): boolean {
  if (found.length !== reads.length) return false;
  return reads.every(({ type, instruction }, at) => {
    const one = found[at];
    if (one?.understood !== true || one.type !== type) return false;
    const isAnySequence = instruction.kind === 'sequence' && instruction.steps === undefined;
    if (isAnySequence) return one.instruction?.kind === 'sequence';
    return isDeepStrictEqual(plain(one.instruction), plain(instruction));
  });
}

/** The sentence, where another reading of it costs at most one more. */
function closeReading(sentence: string): Array<{ sentence: string; read: string; other: string }> {
  const phrase = phraseOf(sentence);
  if (phrase === null) return [];
  const limits = { effort: { left: Number.POSITIVE_INFINITY }, most: 50_000, ways: 3 };
  const readings = grammar
    .parse('sentence', phrase, limits)
    .readings.filter(({ value }) => !(value instanceof Refused))
    .map(({ value, cost }) => ({ cost, said: JSON.stringify(plain(value)) }));
  const [best, ...others] = readings;
  const other = others.find(({ said }) => said !== best?.said);
  if (best === undefined || other === undefined || other.cost - best.cost > 1) return [];
  return [{ sentence, read: best.said, other: other.said }];
}

function inShort(found: readonly Found[]): string {
  return found
    .map(({ understood, type, instruction, problem }) =>
      understood ? JSON.stringify({ type, instruction: plain(instruction) }) : `refused: ${problem}`,
    )
    .join(' | ');
}

/** Told as several sentences joined by "and" or "or". */
function hasSeveral(instruction: Instruction): boolean {
  return /"claim":"a(?:ll|ny)"|"kind":"sequence"/.test(JSON.stringify(instruction));
}

describe('sentences as testers write them', () => {
  const understood = samples.filter(({ reads }) => reads !== undefined);
  const refused = samples.filter(({ reads }) => reads === undefined);

  it('are at least 460 that are understood, each there once, and some that are not', () => {
    expect(understood.length).toBeGreaterThanOrEqual(460);
    expect(refused.length).toBeGreaterThanOrEqual(25);
    expect(refused.every((sample) => sample.understood === false)).toBe(true);
    expect(new Set(samples.map(({ sentence }) => sentence.toLowerCase())).size).toBe(samples.length);
  });

  it(`are read as what they say, at least ${rightShare * 100} % of them`, () => {
    const wrong = understood.flatMap((sample) => {
      const found = read(sample);
      if (isRight(sample, found)) return [];
      const expected = sample.reads?.map((reading) => JSON.stringify(reading)).join(' | ');
      return [{ sentence: sample.sentence, expected, found: inShort(found) }];
    });
    if (wrong.length > 0) console.table(wrong);
    expect(1 - wrong.length / understood.length).toBeGreaterThanOrEqual(rightShare);
  });

  it('have few second readings that cost nearly as little, and each of those is printed', () => {
    const close = understood.flatMap(({ sentence }) => splitSentences(sentence)).flatMap(closeReading);
    console.table(close);
    expect(close.length).toBeLessThanOrEqual(25);
  });

  it('are told again as sentences that are read as the same', () => {
    const told = understood.flatMap(read).flatMap(({ instruction }) => instruction ?? []);
    const isSingle = ({ kind }: Instruction) => !['sequence', 'rest'].includes(kind);
    const other = told.filter(isSingle).flatMap((instruction) => {
      const reading = describeInstruction(instruction);
      const again = readSentence(reading)[0]?.statement?.instruction;
      return hasSeveral(instruction) || isDeepStrictEqual(plain(again), plain(instruction)) ? [] : [reading];
    });
    expect(other).toEqual([]);
  });

  it('are refused where there is nothing to hold on to without a guess', () => {
    const guessed = refused.flatMap((sample) => {
      const found = read(sample);
      return found.some((one) => !one.understood)
        ? []
        : [{ sentence: sample.sentence, found: inShort(found) }];
    });
    expect(guessed).toEqual([]);
  });
});
