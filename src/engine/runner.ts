import type { ListedPhone } from './listed-phone.ts';
import type { RestartableReport } from './report.ts';
import type { Platform, RunAssignment } from './task.ts';

/** Executes runs of some platforms, `slots` of them at once. */
export interface Runner {
  readonly platforms: readonly Platform[];
  readonly slots: number;
  /** Where its runs take place on a phone: nobody else may use that meanwhile. */
  readonly phone?: ListedPhone;
  /** Starts what the first run would wait for. Throws `StartupError` where the service must not continue. */
  warm?(): Promise<void>;
  /** Throws `ExecutionFailure` when the run can't be executed, or the signal's reason; a test that fails is a finding. */
  run(assignment: RunAssignment, report: RestartableReport, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
