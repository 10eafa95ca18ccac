import type { AppFile, PhoneSettings, Platform } from '../devices/device.ts';
import type { ListedPhone } from '../devices/mobile/listed-phone.ts';
import type { RunReport, Task } from './pilot.ts';

/** What a run asks for. */
export interface RunAssignment {
  /** What the run is called where its device shows it. */
  readonly name: string;
  readonly task: Task;
  readonly app: AppFile | null;
  /** Hosts that the browser may go to; null: the host that it goes to first. */
  readonly allowedHosts: readonly string[] | null;
  /** How the phone is set up before the app starts. */
  readonly phone?: PhoneSettings | null;
  /** Is given what must end before another may use the device: its session is closed only after the run. */
  inUse?(until: Promise<void>): void;
}

/** Those who look at a run while it runs. */
export interface Viewers {
  /** Called while somebody looks, again and again. Returns the way to stop. */
  onLook(listener: () => void): () => void;
  /** What is on the screen now, as a JPEG. */
  show(jpeg: Buffer): void;
}

export interface RestartableReport extends RunReport {
  readonly viewers: Viewers;
  /** The run begins anew: whatever was reported until now no longer counts. */
  restart(): void;
}

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
