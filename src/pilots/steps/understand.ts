import type { Platform } from '../../devices/device.ts';
import type { StepType, Task } from '../pilot.ts';
import type { PlannedStep } from '../planned-step.ts';
import type { NotUnderstood, ReadSentence } from '../planner.ts';
import { fillIn, type Variable } from '../variables.ts';
import { carryOut } from './carry-out.ts';
import { clausesOf } from './clauses.ts';
import { concealing } from './conceal.ts';
import { type Match, matchesOf } from './match.ts';
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

/** Turns a task's prompt, or its stored steps, into sentences and, where they are understood, into steps. */
export function readTask(task: Task): ReadSentence[] {
  const { platform, targetUrl, variables } = task;
  const context = { platform, targetUrl, variables };
  if (task.steps === null) {
    return splitSentences(task.prompt ?? '')
      .flatMap(clausesOf)
      .map((sentence) => readOne(sentence, context));
  }
  return task.steps.map(({ title, type }) => readOne(title, { ...context, type }));
}

/** The step that a sentence asks for. Throws `ExecutionFailure` for a variable that the project does not have. */
export function understand(sentence: string, context: Understanding): UnderstoodStep | NotUnderstood {
  const { platform, type } = context;
  if (type === 'screenshot') {
    return stepOf(sentence, type, { kind: 'screenshot', name: null }, context);
  }
  const refusal = (reason?: string): NotUnderstood => ({
    nearest: nearestExamples(bare(sentence), platform, type ?? null),
    ...(reason !== undefined && { reason }),
  });
  const parts = splitSentences(sentence).flatMap(clausesOf);
  if (parts.length === 0) return refusal();
  const steps: UnderstoodStep[] = [];
  for (const part of parts) {
    const step = understandOne(part, context);
    if ('nearest' in step) return step;
    steps.push(step);
  }
  const [first] = steps;
  if (first === undefined || new Set(steps.map((step) => step.type)).size > 1) {
    return refusal('It asks for an action and an assertion at once: make it two steps.');
  }
  return steps.length === 1 ? first : inSequence(sentence, steps);
}

/** Opens the target itself. */
export function openingOf(context: Understanding): UnderstoodStep {
  return stepOf(`Open ${context.targetUrl}`, 'act', { kind: 'open', address: null }, context);
}

function understandOne(sentence: string, context: Understanding): UnderstoodStep | NotUnderstood {
  const { platform, type } = context;
  const { phrase, matches } = matchesOf(sentence);
  const here = matches.filter(({ shape }) => shape.platforms.includes(platform));
  const fitting = here.filter(({ shape }) => type === undefined || shape.type === type);
  const [match] = fitting;
  let reason = reasonAgainst(matches, here, context);
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
  return {
    nearest: nearestExamples(sentence, platform, type ?? null),
    ...(reason !== undefined && { reason }),
  };
}

function reasonAgainst(
  matches: readonly Match[],
  here: readonly Match[],
  { type, platform }: Understanding,
): string | undefined {
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

function readOne(sentence: string, context: Understanding): ReadSentence {
  const read = understand(sentence, context);
  const type = context.type ?? null;
  return 'nearest' in read
    ? { sentence, type, step: null, ...read }
    : { sentence, type, step: read, nearest: [] };
}
