import type { Platform } from '../../dist/devices/device.js';
import type { Runner } from '../../dist/pilots/runner.js';
import type { Execution } from '../../dist/worker/worker.js';

export declare const onePixel: Buffer;

interface Place {
  platforms?: readonly Platform[];
  slots?: number;
}

export declare function executionBy(run: Runner['run'], place?: Place): Execution;

export declare function scriptedExecution(
  options?: Place & { screenshot?: (signal: AbortSignal) => Promise<Buffer> },
): Execution & { readonly openRuns: ReadonlySet<symbol> };

export declare function passingExecution(place?: Place): Execution;
