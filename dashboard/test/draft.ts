import type { Test } from '../../src/client/index.ts';

export type Platform = Test['platform'];
export type StepType = Test['steps'][number]['type'];

/** A step as it is being written. It keeps its key wherever it is moved to. */
export interface StepDraft {
  key: string;
  type: StepType;
  title: string;
}

export interface TestDraft {
  title: string;
  platform: Platform;
  enabled: boolean;
  steps: StepDraft[];
}

export function draftOf(test: Test | null): TestDraft {
  if (test === null) return { title: '', platform: 'web', enabled: true, steps: [newStep()] };
  const { title, platform, enabled, steps } = test;
  return { title, platform, enabled, steps: steps.map((step) => newStep(step)) };
}

/** What is stored of a draft: a step that nothing is written in yet is none. */
export function settingsOf({
  title,
  platform,
  enabled,
  steps,
}: TestDraft): Pick<Test, 'title' | 'platform' | 'enabled' | 'steps'> {
  return { title, platform, enabled, steps: writtenSteps(steps).map(({ type, title }) => ({ type, title })) };
}

export function writtenSteps(steps: readonly StepDraft[]): StepDraft[] {
  return steps.filter(({ title }) => title.trim() !== '');
}

export function newStep({ type = 'act', title = '' }: { type?: StepType; title?: string } = {}): StepDraft {
  return { key: crypto.getRandomValues(new Uint32Array(2)).join('-'), type, title };
}

/**
 * A step into which several lines are pasted, as the steps that it becomes: what stood before the caret begins the first,
 * what stood behind it ends the last. Null for a single line, which is pasted as ever.
 */
export function pastedSteps(
  step: StepDraft,
  pasted: string,
  selection: { start: number; end: number },
): StepDraft[] | null {
  const lines = pasted
    .split(/\r\n?|\n/)
    .map((line) => line.replace(listMark, '').trim())
    .filter((line) => line !== '');
  const [first, ...others] = lines;
  if (first === undefined || others.length === 0) return null;
  const before = step.title.slice(0, selection.start);
  const behind = step.title.slice(selection.end);
  const titles = [before + first, ...others.slice(0, -1), (others.at(-1) ?? '') + behind];
  return titles.map((title, at) =>
    at === 0
      ? { ...step, title, type: step.title === '' ? likelyType(title) : step.type }
      : newStep({ type: likelyType(title), title }),
  );
}

const listMark = /^\s*(?:[-*•]|\d+[.)])\s+/;

/** A guess that the reader can change; how the step is understood shows at once whether it is right. */
function likelyType(sentence: string): StepType {
  return /^(?:see|check|verify|expect|assert|make sure|ensure)\b/i.test(sentence) ? 'assert' : 'act';
}
