import type { RunReport } from '../report.ts';
import type { Task } from '../task.ts';
import type { Device } from './device.ts';

export interface Pilot {
  /**
   * Turns a task into something that can be executed, before any device is taken. Throws `ExecutionFailure` for a
   * task that is not understood.
   */
  prepare(task: Task, signal: AbortSignal): Promise<Journey>;
}

export interface Journey {
  /** Throws `ExecutionFailure` when it can't be executed; a test that fails is a finding. */
  execute(device: Device, report: RunReport, signal: AbortSignal): Promise<void>;
}
