import type { StepType, Task } from '../task.ts';
import type { PlannedStep } from './planned-step.ts';

/** A sentence of a task, and the step that it is, where the vocabulary has it. */
export interface ReadSentence {
  sentence: string;
  /** Given by a stored step; null in a prompt. */
  type: StepType | null;
  step: PlannedStep | null;
  /** What the step does, in one plain line. */
  reading: string | null;
  /** What it did when names without quotes were taken by the letter; null where it means the same. */
  readBefore: string | null;
  /** Why it is not understood, and at which word; null where it is. */
  problem: string | null;
  /** What comes nearest to it and is understood. */
  nearest: string[];
}

export interface NotUnderstood {
  problem: string;
  nearest: string[];
}

export type Understand = (sentence: string, type?: StepType) => PlannedStep | NotUnderstood;

/** Finds steps for what the vocabulary does not understand. */
export interface Planner {
  plan(task: Task, read: ReadSentence[], understand: Understand, signal: AbortSignal): Promise<PlannedStep[]>;
}
