import { describe, expect, it } from 'vitest';
import { type Judged, useJudge } from '../scene/verdicts.ts';
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

/** All of them take minutes: the first of each kind speaks for the others, unless all are asked for. */
function some(prompts: readonly string[] = []): readonly string[] {
  return process.env.EVERYDAY_PAGES === 'all' ? prompts : prompts.slice(0, 1);
}

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
    ...some(done).map((prompt) => run(prompt, 'PASS', 0)),
    ...some(failed).map((prompt) => run(prompt, 'FAILED', 1)),
    ...some(ambiguous).map((prompt) => run(prompt, 'STEP_AMBIGUOUS', 1)),
  ];
}

function outcomeOf(judged: Judged | null): { verdict: string; statuses: string[] } {
  const statuses = (judged?.steps ?? []).map(({ status, title }) => `${status}: ${title}`);
  return { verdict: judged?.verdict ?? '', statuses };
}

describe('what is read is done and judged as a person does', () => {
  const judge = useJudge();
  // Most of their time they wait for what does not come.
  const test = judge === null ? it.skip : it.concurrent;
  test.each(runs)('on $title', { timeout: 300_000 }, async ({ body, prompt, verdict, failures }) => {
    const judgeWith = async (expected: string) =>
      (await judge?.({ body, steps: [prompt], expect: expected })) ?? null;
    const first = await judgeWith(verdict);
    // A busy machine may not have come to what was to fail: whoever expects a PASS has more patience.
    const judged = isAsWanted(first) ? first : await judgeWith('PASS');
    expect(outcomeOf(judged), judged?.why.join('\n')).toEqual({ verdict, statuses: wanted(judged) });

    function isAsWanted(one: Judged | null): boolean {
      const { verdict: got, statuses } = outcomeOf(one);
      return got === verdict && statuses.join() === wanted(one).join();
    }

    function wanted(one: Judged | null): string[] {
      const steps = one?.steps ?? [];
      return steps.map(({ title }, at) => `${at < steps.length - failures ? 'passed' : 'failed'}: ${title}`);
    }
  });
});
