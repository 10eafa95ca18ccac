import type { Variable } from '../../kernel/variables.ts';
import { executeInstruction, extraMsOf } from '../acting/execute-instruction.ts';
import { fillIn } from '../acting/fill-in.ts';
import { withMemos } from '../acting/memos.ts';
import type { PlannedStep } from '../acting/planned-step.ts';
import type { NotUnderstood, ReadSentence } from '../acting/planner.ts';
import type { RunValues } from '../acting/run-values.ts';
import { createRunValues } from '../acting/run-values.ts';
import { ExecutionFailure } from '../report.ts';
import type { Platform, StepType, Task } from '../task.ts';
import { comparesPictures, withPictureNumbers } from './compared-pictures.ts';
import { concealing } from './conceal.ts';
import { describe } from './describe.ts';
import { byTheLetter, holdsDescription, type Instruction, withTexts } from './instruction.ts';
import type { Effort, Mended } from './mending.ts';
import { nearestSentences } from './nearest.ts';
import { problemOf } from './problem.ts';
import { findQuotations, star } from './quotes.ts';
import { effortOfTask, type ReadOne, readSentence, whereLost } from './read-sentence.ts';
import { bare, splitSentences } from './sentences.ts';

export type { NotUnderstood, ReadSentence } from '../acting/planner.ts';

export interface Understanding {
  platform: Platform;
  targetUrl: string | null;
  variables: readonly Variable[];
  /** What the run makes up and remembers; its own for each run. */
  values: RunValues;
  /** Given by a stored step: a sentence of another type is not taken. */
  type?: StepType;
  /** A prompt is no stored test: it has no pictures to compare with. */
  isPrompt?: boolean;
}

/** A step of the vocabulary. */
export interface UnderstoodStep extends PlannedStep {
  /** The address that it opens; the empty text for the target itself. Null for every other step. */
  readonly opens: string | null;
  /** What it takes beyond the usual time of a step. */
  readonly extraMs: number;
  /** What it does, in one plain line. */
  readonly reading: string;
  /** What it did when names without quotes were taken by the letter; null where it means the same. */
  readonly readBefore: string | null;
}

/** A sentence that is no step, and why, where there is more to say than that nothing fits. */
interface Refusal {
  refused: string;
  reason?: string;
  meant?: Mended;
}

const notUnderstood = 'It is not understood.';

/** Of a prompt, or of all steps of a stored test together. */
export const maxSentences = 500;

/** Turns a task's prompt, or its stored steps, into sentences and, where they are understood, into steps. */
export function readTask(task: Task, values = createRunValues()): ReadSentence[] {
  const { platform, targetUrl, variables } = task;
  const context = { platform, targetUrl, variables, values, isPrompt: task.steps === null };
  const effort = effortOfTask();
  const explain = explaining(platform, effort);
  if (task.steps === null) {
    const [clauses = []] = allClauses([task.prompt ?? ''], effort);
    return clauses.map((clause) => readAs(clause.sentence, null, stepOfClause(clause, context), explain));
  }
  const titles = task.steps.map(({ title, type }) => (type === 'screenshot' ? '' : title));
  const clauses = allClauses(titles, effort);
  return task.steps.map(({ title, type }, at) =>
    readAs(title, type, stepOfClauses(title, clauses[at] ?? [], { ...context, type }), explain),
  );
}

/** The step that a sentence asks for. Throws `ExecutionFailure` for a variable that the project does not have. */
export function understand(sentence: string, context: Understanding): UnderstoodStep | NotUnderstood {
  const effort = effortOfTask();
  const [clauses = []] = allClauses([sentence], effort);
  const step = stepOfClauses(sentence, clauses, context);
  return 'refused' in step ? explaining(context.platform, effort)(step, context.type ?? null) : step;
}

/** What each text asks for, in parts that are steps. */
function allClauses(texts: readonly string[], effort: Effort): ReadOne[][] {
  const named = { thing: null };
  let count = 0;
  return texts.map((text) => {
    const sentences = splitSentences(text);
    if (count + sentences.length > maxSentences) throw tooManySentences();
    const clauses = sentences.flatMap((sentence) => readSentence(sentence, effort, named));
    count += clauses.length;
    if (count > maxSentences) throw tooManySentences();
    return clauses;
  });
}

function tooManySentences(): ExecutionFailure {
  return new ExecutionFailure(
    'STEP_NOT_UNDERSTOOD',
    `There are more than ${maxSentences} sentences: make several tests of it.`,
  );
}

type Explain = (refusal: Refusal, type: StepType | null) => NotUnderstood;

/** What was meant, as long as there is effort left for it. */
function explaining(platform: Platform, effort: Effort): Explain {
  return ({ refused, reason, meant }, type) => {
    const lost = meant === undefined && effort.left > 0 ? whereLost(refused, effort) : null;
    const mended = meant === undefined ? (lost?.mended ?? []) : [meant];
    return {
      problem: reason ?? (lost === null ? notUnderstood : problemOf(lost, platform)),
      nearest: nearestSentences(refused, mended, platform, type, effort),
    };
  };
}

function readAs(
  sentence: string,
  type: StepType | null,
  read: UnderstoodStep | Refusal,
  explain: Explain,
): ReadSentence {
  if (!('refused' in read)) {
    const { reading, readBefore } = read;
    return { sentence, type, step: read, reading, readBefore, problem: null, nearest: [] };
  }
  return { sentence, type, step: null, reading: null, readBefore: null, ...explain(read, type) };
}

function stepOfClauses(
  sentence: string,
  clauses: readonly ReadOne[],
  context: Understanding,
): UnderstoodStep | Refusal {
  if (context.type === 'screenshot') {
    return stepOf(sentence, context.type, { kind: 'screenshot', name: null }, context);
  }
  const steps: UnderstoodStep[] = [];
  for (const clause of clauses) {
    const step = stepOfClause(clause, context);
    if ('refused' in step) return step;
    steps.push(step);
  }
  const [first] = steps;
  if (first === undefined) return { refused: bare(sentence) };
  if (new Set(steps.map((step) => step.type)).size > 1) {
    const reason = 'It asks for an action and an assertion at once: make it two steps.';
    return { refused: bare(sentence), reason };
  }
  return steps.length === 1 ? first : inSequence(sentence, steps);
}

/** Opens the target itself. */
export function openingOf(context: Understanding): UnderstoodStep {
  return stepOf(`Open ${context.targetUrl}`, 'act', { kind: 'open', address: null }, context);
}

function stepOfClause(
  { sentence, statement, refused, meant }: ReadOne,
  context: Understanding,
): UnderstoodStep | Refusal {
  if (statement === null)
    return { refused: sentence, ...(refused !== null && { reason: refused }), ...(meant && { meant }) };
  const { type, platforms, instruction } = statement;
  if (!platforms.includes(context.platform)) {
    return { refused: sentence, reason: `It can be done ${placeFor(platforms)} only.` };
  }
  if (context.isPrompt === true && comparesPictures(instruction)) {
    const reason = 'It compares the page with an approved picture, which only a stored test has.';
    return { refused: sentence, reason };
  }
  if (context.type !== undefined && context.type !== type) {
    return {
      refused: sentence,
      reason: `The step's type is "${context.type}", and the sentence is an "${type}".`,
    };
  }
  return stepOf(sentence, type, instruction, context);
}

function placeFor(platforms: readonly Platform[]): string {
  if (platforms.includes('web')) return 'in a browser';
  return platforms.includes('ios') ? 'on phones' : 'on Android';
}

function stepOf(
  title: string,
  type: StepType,
  instruction: Instruction,
  context: Understanding,
): UnderstoodStep {
  const conceal = concealing(title, context.variables);
  const { variables, values } = context;
  const isKnown = (name: string) => variables.some((variable) => variable.name === name);
  const hasVariables = JSON.stringify(instruction).includes('{{');
  const numbered = comparesPictures(instruction)
    ? withPictureNumbers(instruction, values.nextPictureNumber)
    : instruction;
  const filled = hasVariables
    ? withTexts(numbered, (text) => fillIn(withMemos(values.generate(text), isKnown), variables))
    : numbered;
  const recalled = () => (hasVariables ? withTexts(filled, (text) => values.recall(text)) : filled);
  return {
    title,
    type,
    opens: filled.kind === 'open' ? (filled.address ?? '') : null,
    extraMs: extraMsOf(filled),
    reading: describe(instruction),
    readBefore: readBefore(title, instruction),
    execute: (step) => conceal(() => executeInstruction(recalled(), step, context)),
  };
}

function readBefore(sentence: string, instruction: Instruction): string | null {
  // Asterisks around a description are as new as its meaning.
  const isStarred = findQuotations(sentence).some(({ start }) => sentence.charAt(start) === star);
  return isStarred || !holdsDescription(instruction) ? null : describe(byTheLetter(instruction));
}

/** A stored step of several sentences is done when all of them are. */
function inSequence(title: string, steps: readonly UnderstoodStep[]): UnderstoodStep {
  const [first] = steps;
  return {
    title,
    type: first?.type ?? 'act',
    opens: first?.opens ?? null,
    extraMs: steps.reduce((sum, step) => sum + step.extraMs, 0),
    reading: steps.map(({ reading }) => reading).join(' '),
    readBefore: steps.every((step) => step.readBefore === null)
      ? null
      : steps.map((step) => step.readBefore ?? step.reading).join(' '),
    async execute(step) {
      const summaries: string[] = [];
      for (const part of steps) summaries.push(await part.execute(step));
      return summaries.join(' ');
    },
  };
}
