import type { Device } from '../../dist/devices/device.js';
import { createRunValues } from '../../dist/pilots/run-values.js';
import { understand } from '../../dist/pilots/steps/understand.js';
import { keptReport } from './scripted-device.ts';

/** One sentence of a web test, understood and carried out without a model. */
export function performSentence(device: Device, sentence: string, timeoutMs: number): Promise<string> {
  const step = understand(sentence, {
    platform: 'web',
    targetUrl: null,
    variables: [],
    values: createRunValues(),
  });
  if ('nearest' in step) throw new Error(step.problem);
  const { signal } = new AbortController();
  return step.execute({ device, report: keptReport(), signal, timeoutMs });
}
