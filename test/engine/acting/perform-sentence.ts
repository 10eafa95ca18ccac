import type { Device } from '../../../src/engine/acting/device.ts';
import { createRunValues } from '../../../src/engine/acting/run-values.ts';
import { understand } from '../../../src/engine/grammar/understand.ts';
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
