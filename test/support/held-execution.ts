import { once } from 'node:events';
import type { Platform } from '../../src/engine/task.ts';
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
  return { execution: scriptedExecution({ ...options, screenshot }), release: () => release() };
}
