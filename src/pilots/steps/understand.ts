import { ExecutionFailure, type Platform } from '../../devices/device.ts';
import type { StepType, Task } from '../pilot.ts';
import type { PlannedStep } from '../planned-step.ts';
import type { NotUnderstood, ReadSentence } from '../planner.ts';
import { fillIn, type Variable } from '../variables.ts';
import { carryOut } from './carry-out.ts';
import { type Clause, clausesOf, trialsOfTask } from './clauses.ts';
import { concealing } from './conceal.ts';
import { isTooLong, longestPhrase } from './match.ts';
import { nearestExamples } from './nearest.ts';
import { bare, splitSentences } from './sentences.ts';
import { type Instruction, Refused } from './shape.ts';

export type { NotUnderstood, ReadSentence } from '../planner.ts';

export interface Understanding {
  platform: Platform;
  targetUrl: string | null;
  variables: readonly Variable[];
  /** Given by a stored step: a sentence of another type is not taken. */
  type?: StepType;
}

/** A step of the vocabulary. */
export interface UnderstoodStep extends PlannedStep {
  /** The address that it opens; the empty text for the target itself. Null for every other step. */
  readonly opens: string | null;
  /** What it takes beyond the usual time of a step. */
  readonly extraMs: number;
}

/** A sentence that is no step, and why, where there is more to say than that nothing matches. */
interface Refusal {
  refused: string;
  reason?: string;
}

/** Of a prompt, or of all steps of a stored test together. */
export const maxSentences = 500;
/** Nobody reads more of them at once. */
const maxSuggested = 20;

/** Turns a task's prompt, or its stored steps, into sentences and, where they are understood, into steps. */
export function readTask(task: Task): ReadSentence[] {
  const { platform, targetUrl, variables } = task;
  const context = { platform, targetUrl, variables };
  const suggest = suggesting(platform);
  if (task.steps === null) {
    const [clauses = []] = allClauses([task.prompt ?? '']);
    return clauses.map((clause) => readAs(clause.sentence, null, stepOfClause(clause, context), suggest));
  }
  const clauses = allClauses(task.steps.map(({ title, type }) => (type === 'screenshot' ? '' : title)));
  return task.steps.map(({ title, type }, at) =>
    readAs(title, type, stepOfClauses(title, clauses[at] ?? [], { ...context, type }), suggest),
  );
}

/** The step that a sentence asks for. Throws `ExecutionFailure` for a variable that the project does not have. */
export function understand(sentence: string, context: Understanding): UnderstoodStep | NotUnderstood {
  const [clauses = []] = allClauses([sentence]);
  const step = stepOfClauses(sentence, clauses, context);
  if (!('refused' in step)) return step;
  const { refused, ...reason } = step;
  return { nearest: nearestExamples(refused, context.platform, context.type ?? null), ...reason };
}

/** What each text asks for, in parts that are steps. */
function allClauses(texts: readonly string[]): Clause[][] {
  const trials = trialsOfTask();
  let count = 0;
  return texts.map((text) => {
    const sentences = splitSentences(text);
    if (count + sentences.length > maxSentences) throw tooManySentences();
    const clauses = sentences.flatMap((sentence) => clausesOf(sentence, trials));
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

type Suggest = (sentence: string, type: StepType | null) => string[];

function suggesting(platform: Platform): Suggest {
  let left = maxSuggested;
  return (sentence, type) => {
    left -= 1;
    return left < 0 ? [] : nearestExamples(sentence, platform, type);
  };
}

function readAs(
  sentence: string,
  type: StepType | null,
  read: UnderstoodStep | Refusal,
  suggest: Suggest,
): ReadSentence {
  if (!('refused' in read)) {
    return { sentence, type, step: read, reading: read.title, problem: null, nearest: [] };
  }
  const { refused, ...reason } = read;
  const problem = reason.reason ?? 'It is not understood.';
  const nearest = suggest(refused, type);
  return { sentence, type, step: null, reading: null, problem, nearest, ...reason };
}

function stepOfClauses(
  sentence: string,
  clauses: readonly Clause[],
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

function stepOfClause(clause: Clause, context: Understanding): UnderstoodStep | Refusal {
  const { platform, type } = context;
  const { sentence, phrase, matches } = clause;
  const match = matches.find(
    ({ shape }) => shape.platforms.includes(platform) && (type === undefined || shape.type === type),
  );
  let reason = reasonAgainst(clause, context);
  if (match !== undefined) {
    const { shape, places } = match;
    const withValues = () => places(phrase.slots.map((slot) => fillIn(slot, context.variables)));
    try {
      return stepOf(sentence, shape.type, shape.build(withValues()), context);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      reason = error.message;
    }
  }
  return { refused: sentence, ...(reason !== undefined && { reason }) };
}

function reasonAgainst({ phrase, matches }: Clause, { type, platform }: Understanding): string | undefined {
  if (isTooLong(phrase)) {
    return `It is longer than ${longestPhrase} characters without what is in quotes: make it several sentences.`;
  }
  const here = matches.filter(({ shape }) => shape.platforms.includes(platform));
  const [other] = here;
  if (other !== undefined && type !== undefined && other.shape.type !== type) {
    return `The step's type is "${type}", and the sentence is an "${other.shape.type}".`;
  }
  if (matches.length > 0 && here.length === 0) {
    return platform === 'web' ? 'It can be done on phones only.' : 'It can be done in a browser only.';
  }
  return undefined;
}

function stepOf(
  title: string,
  type: StepType,
  instruction: Instruction,
  context: Understanding,
): UnderstoodStep {
  const conceal = concealing(title, context.variables);
  return {
    title,
    type,
    opens: instruction.kind === 'open' ? (instruction.address ?? '') : null,
    extraMs: extraMsOf(instruction),
    carryOut: (step) => conceal(() => carryOut(instruction, step, context)),
  };
}

/** A stored step of several sentences is done when all of them are. */
function inSequence(title: string, steps: readonly UnderstoodStep[]): UnderstoodStep {
  const [first] = steps;
  return {
    title,
    type: first?.type ?? 'act',
    opens: first?.opens ?? null,
    extraMs: steps.reduce((sum, step) => sum + step.extraMs, 0),
    async carryOut(step) {
      const told: string[] = [];
      for (const part of steps) told.push(await part.carryOut(step));
      return told.join(' ');
    },
  };
}

function extraMsOf(instruction: Instruction): number {
  if (instruction.kind === 'perform') return instruction.takesMs ?? 0;
  return instruction.kind === 'check' ? (instruction.timeoutMs ?? 0) : 0;
}
