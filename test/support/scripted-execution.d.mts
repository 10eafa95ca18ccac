import type { Runner } from '../../src/engine/runner.ts';
import type { Platform } from '../../src/engine/task.ts';
import type { Execution } from '../../src/service/worker/worker.ts';

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
