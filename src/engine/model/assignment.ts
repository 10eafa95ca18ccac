import type { Variable } from '../../kernel/variables.ts';
import type { Understand } from '../acting/planner.ts';
import type { Platform } from '../task.ts';
import type { AskModel } from './ask.ts';

/** One step that the model works on. */
export interface StepAssignment {
  /** As it is in the report: `{{name}}` where a variable goes. */
  title: string;
  /** From 1. */
  stepNumber: number;
  /** Of all steps of the run, for orientation. */
  titles: readonly string[];
  platform: Platform;
  variables: readonly Variable[];
  /** Reads a sentence of the grammar. */
  understand: Understand;
  ask: AskModel;
  mask(text: string): string;
  /** Names of the issues that the model has reported in this run. */
  issues: Set<string>;
}
