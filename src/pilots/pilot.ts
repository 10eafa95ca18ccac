import type { Device, Platform } from '../devices/device.ts';

export interface Task {
  prompt: string | null;
  targetUrl: string | null;
  platform: Platform;
}

export interface Step {
  title: string;
  type: 'act' | 'assert' | 'screenshot';
  status: 'passed' | 'failed' | 'skipped';
  summary: string | null;
  error: string | null;
  startedAtMs: number;
  completedAtMs: number;
}

export interface Finding {
  /** An `issue` makes the run FAILED, a `warning` does not. */
  type: 'issue' | 'warning';
  name: string;
  description: string;
  url: string | null;
  severity: 1 | 2 | 3 | 4 | 5;
  expectedBehavior: string | null;
  actualBehavior: string | null;
  screenshotUrl: string | null;
}

/** Where a pilot puts what it has done and seen, as it goes: a run that breaks off keeps what was told until then. */
export interface RunReport {
  describe(about: { featureName?: string; description?: string }): void;
  step(step: Step): void;
  finding(finding: Finding): void;
  /** Keeps a PNG and returns its address. */
  screenshot(png: Buffer): Promise<string>;
}

/** Carries out a task on a device. Throws `ExecutionFailure` when it can't be carried out; a test that fails is a finding. */
export interface Pilot {
  carryOut(task: Task, device: Device, report: RunReport, signal: AbortSignal): Promise<void>;
}
