import { once } from 'node:events';
import type { Platform } from '../../dist/devices/device.js';
import type { Execution } from '../../dist/worker/worker.js';
import { onePixel, scriptedExecution } from './scripted-execution.mjs';

/** The scripted one, in which `shot` takes until it is released. */
export function heldExecution(options: { platforms?: readonly Platform[]; slots?: number } = {}) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const screenshot = async (signal: AbortSignal) => {
    await Promise.race([released, once(signal, 'abort')]);
    signal.throwIfAborted();
    return onePixel;
  };
  const scripted = scriptedExecution(options);
  const execution: Execution = {
    ...scripted,
    pools: scripted.pools.map((pool) => ({
      ...pool,
      open: async (request, signal) => ({ ...(await pool.open(request, signal)), screenshot }),
    })),
  };
  return { execution, release: () => release() };
}
