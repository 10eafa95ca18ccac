import { describe, expect, it } from 'vitest';
import { type Judged, useJudge } from '../../scene/verdicts.ts';
import type { Run } from './runs.ts';

function outcomeOf(judged: Judged | null): { verdict: string; statuses: string[] } {
  const statuses = (judged?.steps ?? []).map(({ status, title }) => `${status}: ${title}`);
  return { verdict: judged?.verdict ?? '', statuses };
}

export function judgeRuns(runs: readonly Run[]): void {
  describe('what is read is done and judged as a person does', () => {
    const judge = useJudge();
    // Most of their time they wait for what does not come.
    const test = judge === null ? it.skip : it.concurrent;
    test.each(runs)(
      'on $title',
      { timeout: 300_000 },
      async ({ body, prompt, verdict, failures, missMs }) => {
        const judgeWith = async (expected: string) =>
          (await judge?.({
            body,
            steps: [prompt],
            expect: expected,
            ...(missMs !== undefined && { missMs }),
          })) ?? null;
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
          return steps.map(
            ({ title }, at) => `${at < steps.length - failures ? 'passed' : 'failed'}: ${title}`,
          );
        }
      },
    );
  });
}
