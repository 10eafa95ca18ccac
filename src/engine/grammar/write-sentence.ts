import { isDeepStrictEqual } from 'node:util';
import { claimInWords } from '../checks/claims.ts';
import type { StepType } from '../task.ts';
import { describe } from './describe.ts';
import type { Instruction } from './instruction.ts';
import { readSentence } from './read-sentence.ts';
import { splitSentences } from './sentences.ts';

/** A sentence that is read as this instruction and nothing else; null where there is none. */
export function sentenceFor(instruction: Instruction, type: StepType): string | null {
  const sentence = wordsFor(instruction, type);
  const [clause, ...others] = splitSentences(sentence).flatMap((one) => readSentence(one));
  const { statement } = clause ?? {};
  const isReadBack =
    others.length === 0 &&
    statement?.type === type &&
    isDeepStrictEqual(mostLikely(statement.instruction), instruction);
  return isReadBack ? sentence : null;
}

/** Without the other ways to read its words: they count only where the screen has nothing that fits the first. */
function mostLikely(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(mostLikely);
  if (part === null || typeof part !== 'object') return part;
  const members = Object.entries(part).filter(([key]) => key !== 'or');
  return Object.fromEntries(members.map(([key, value]) => [key, mostLikely(value)]));
}

/** To wait for something is to do something; that it must be so is an assertion. */
function wordsFor(instruction: Instruction, type: StepType): string {
  if (type !== 'act') return describe(instruction);
  if (instruction.kind === 'check') return `Wait until ${claimInWords(instruction.claim)}`;
  return instruction.kind === 'timed' && instruction.step.kind === 'check'
    ? `Wait up to ${instruction.seconds} seconds until ${claimInWords(instruction.step.claim)}`
    : describe(instruction);
}
