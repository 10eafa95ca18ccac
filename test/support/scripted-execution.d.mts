import type { Device, Platform } from '../../dist/devices/device.js';
import type { Execution } from '../../dist/worker/worker.js';

export declare const onePixel: Buffer;

export declare function scriptedExecution(options?: {
  platforms?: readonly Platform[];
  slots?: number;
}): Execution & { readonly openDevices: ReadonlySet<Device> };
