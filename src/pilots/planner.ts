import type { StepType, Task } from './pilot.ts';
import type { PlannedStep } from './planned-step.ts';

/** A sentence of a task, and the step that it is, where the vocabulary has it. */
export interface ReadSentence {
  sentence: string;
  /** Given by a stored step; null in a prompt. */
  type: StepType | null;
  step: PlannedStep | null;
  /** What would be done, in one plain line; null where it is not understood. */
  reading: string | null;
  /** Why it is not understood, else null. */
  problem: string | null;
  /** Examples of the shapes that come nearest to what was not understood. */
  nearest: string[];
  /** Why a sentence that looks right is not taken, where there is more to say than that nothing matches. */
  reason?: string;
}

export interface NotUnderstood {
  nearest: string[];
  reason?: string;
}

export type Understand = (sentence: string, type?: StepType) => PlannedStep | NotUnderstood;

/** Finds steps for what the vocabulary does not understand. */
export interface Planner {
  plan(task: Task, read: ReadSentence[], understand: Understand, signal: AbortSignal): Promise<PlannedStep[]>;
}
