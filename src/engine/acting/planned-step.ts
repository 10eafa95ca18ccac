import type { Finding, RunReport } from '../report.ts';
import type { StepType } from '../task.ts';
import type { Device, Limits } from './device.ts';

export interface StepContext extends Limits {
  readonly device: Device;
  readonly report: StepReport;
}

/** Where a step puts what it finds beside its own end. */
export interface StepReport extends Pick<RunReport, 'screenshot' | 'baseline' | 'propose'> {
  finding(finding: Omit<Finding, 'stepIndex' | 'stepsToReproduce' | 'rect'>): void;
  /** The sentences of the grammar that do the same as the step has done. */
  sentences(sentences: readonly string[]): void;
}

/** A step that someone, the vocabulary or a model, knows how to execute. */
export interface PlannedStep {
  readonly title: string;
  readonly type: StepType;
  /**
   * Resolves with one sentence of evidence. Throws `ActionFailed` when the tested thing is at fault, `ExecutionFailure`
   * when the run can't continue.
   */
  execute(context: StepContext): Promise<string>;
}
