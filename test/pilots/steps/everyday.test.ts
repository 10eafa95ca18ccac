import { describe, expect, it } from 'vitest';
import { useJudge } from '../../scene/verdicts.ts';
import { actPages } from './everyday/act-pages.ts';
import { countPages } from './everyday/count-pages.ts';
import { namePages } from './everyday/name-pages.ts';
import type { EverydayPage } from './everyday/page.ts';
import { relationPages } from './everyday/relation-pages.ts';
import { repeatPages } from './everyday/repeat-pages.ts';

interface Run {
  readonly title: string;
  readonly body: string;
  readonly prompt: string;
  readonly verdict: string;
  /** How many of its sentences do not hold, from the last. */
  readonly failures: number;
}

const runs = [...relationPages, ...namePages, ...countPages, ...actPages, ...repeatPages].flatMap(runsOn);

/** What is only looked at is judged in one run: a failed assertion ends none. */
function runsOn({ id, body, right, wrong, done, failed, ambiguous }: EverydayPage): Run[] {
  const run = (prompt: string, verdict: string, failures: number) => ({
    title: `${id}: ${prompt}`,
    body,
    prompt,
    verdict,
    failures,
  });
  return [
    ...(right === undefined ? [] : [run(right.join('\n'), 'PASS', 0)]),
    ...(wrong === undefined ? [] : [run(wrong.join('\n'), 'FAILED', wrong.length)]),
    ...(done ?? []).map((prompt) => run(prompt, 'PASS', 0)),
    ...(failed ?? []).map((prompt) => run(prompt, 'FAILED', 1)),
    ...(ambiguous ?? []).map((prompt) => run(prompt, 'STEP_AMBIGUOUS', 1)),
  ];
}

describe('what is read is done and judged as a person does', () => {
  const judge = useJudge();
  // Most of their time they wait for what does not come.
  const test = judge === null ? it.skip : it.concurrent;
  test.each(runs)('on $title', { timeout: 300_000 }, async ({ body, prompt, verdict, failures }) => {
    const judged = await judge?.({ body, steps: [prompt], expect: verdict });
    const steps = judged?.steps ?? [];
    const wanted = steps.map((_, at) => (at < steps.length - failures ? 'passed' : 'failed'));
    const told = (statuses: string[]) => steps.map(({ title }, at) => `${statuses[at]}: ${title}`);
    expect(told(steps.map(({ status }) => status)), judged?.why.join('\n')).toEqual(told(wanted));
    expect(judged?.verdict).toEqual(verdict);
  });
});
