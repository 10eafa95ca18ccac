import { onTestFinished } from 'vitest';
import { createStepReader, type StepReader } from '../../../src/service/runs/step-reader.ts';

export const circumstances = { platforms: ['ios', 'android'] as const, variables: [], hasModel: false };
export const cheap = { prompt: 'Click "Save".', steps: null };
/** As many as may wait, and the one that is being read. */
export const most = 65;

export function open(): StepReader {
  const reader = createStepReader();
  onTestFinished(() => reader.close());
  return reader;
}

export function stepsOf(title: (at: number) => string) {
  return Array.from({ length: 60 }, (_, at) => ({ type: 'act' as const, title: title(at) }));
}
