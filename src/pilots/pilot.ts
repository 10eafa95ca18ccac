import type { Device, Platform } from '../devices/device.ts';
import type { Variable } from './variables.ts';

export const stepTypes = ['act', 'assert', 'screenshot'] as const;
export type StepType = (typeof stepTypes)[number];

/** What a run shall do: a prompt, or the steps of a stored test. */
export interface Task {
  prompt: string | null;
  steps: ReadonlyArray<{ type: StepType; title: string }> | null;
  targetUrl: string | null;
  platform: Platform;
  variables: readonly Variable[];
}

export interface Step {
  title: string;
  type: StepType;
  status: 'passed' | 'failed' | 'skipped';
  summary: string | null;
  error: string | null;
  startedAtMs: number;
  completedAtMs: number;
  /** The screen after it. */
  screenshotUrl: string | null;
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
  /** Keeps the recording of the run, a zip. */
  trace(zip: Buffer): Promise<void>;
}

export interface Pilot {
  /**
   * Turns a task into something that can be carried out, before any device is taken. Throws `ExecutionFailure` for a
   * task that is not understood.
   */
  prepare(task: Task, signal: AbortSignal): Promise<Journey>;
}

export interface Journey {
  /** Throws `ExecutionFailure` when it can't be carried out; a test that fails is a finding. */
  carryOut(device: Device, report: RunReport, signal: AbortSignal): Promise<void>;
}
