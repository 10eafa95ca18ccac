import type { TSchema } from 'typebox';

export const platforms = ['web', 'ios', 'android'] as const;
export type Platform = (typeof platforms)[number];

/** What a device can do, as data: a pilot chooses one by name, and the schema checks what it is given. */
export interface DeviceAction {
  readonly name: string;
  readonly description: string;
  readonly parameters: TSchema;
  perform(input: unknown, signal: AbortSignal): Promise<void>;
}

/** A browser page or a phone, for one run. */
export interface Device {
  readonly actions: readonly DeviceAction[];
  /** What is on the screen, as text with references that actions take. */
  snapshot(signal: AbortSignal): Promise<string>;
  /** A PNG. */
  screenshot(signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

export interface DeviceRequest {
  platform: Platform;
  targetUrl: string | null;
  app: { id: string; objectKey: string; filename: string; bundleId: string | null } | null;
}

/** Devices of some platforms, of which a worker may have several in use at once. */
export interface DevicePool {
  readonly platforms: readonly Platform[];
  readonly slots: number;
  /** Throws `ExecutionFailure` when none can be had. */
  open(request: DeviceRequest, signal: AbortSignal): Promise<Device>;
  close(): Promise<void>;
}

/** A run can't be carried out; the message is for whoever submitted it. */
export class ExecutionFailure extends Error {
  override readonly name = 'ExecutionFailure';
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
