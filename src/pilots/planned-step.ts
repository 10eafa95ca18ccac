import type { Device, Limits } from '../devices/device.ts';
import type { RunReport, StepType } from './pilot.ts';

export interface StepContext extends Limits {
  readonly device: Device;
  readonly report: RunReport;
}

/** A step that someone, the vocabulary or a model, knows how to carry out. */
export interface PlannedStep {
  readonly title: string;
  readonly type: StepType;
  /**
   * Resolves with one sentence of evidence. Throws `ActionFailed` when the tested thing is at fault, `ExecutionFailure`
   * when the run can't go on.
   */
  carryOut(context: StepContext): Promise<string>;
}
