import type { Platform, StepType } from '../task.ts';
import type { Instruction } from './instruction.ts';

/** What is asked for, and where that can be done. */
export interface Statement {
  readonly type: StepType;
  readonly platforms: readonly Platform[];
  readonly instruction: Instruction;
}

/** One step of a sentence, and which of its tokens say it. */
export interface Clause extends Statement {
  readonly from: number;
  readonly to: number;
  /** What it shares with the step before it: a verb, or what an assertion is about. */
  readonly shared?: { readonly from: number; readonly to: number };
  /** The verb of an act, which may hold for what follows, too. */
  readonly verb?: string;
}
