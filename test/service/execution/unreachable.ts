import { expect } from 'vitest';
import { type RealService, sharedRealService, verdictOf } from './support.ts';

/** A silent site is waited for all that time. */
export const sharedHastyService = () => sharedRealService({ GANTRY_STEP_TIMEOUT_SECONDS: '4' });

/** Of a run at each of these addresses, which fails at its first step and says where. */
export async function verdictsAt(
  { run }: RealService,
  places: Record<string, string>,
): Promise<Record<string, string>> {
  const verdicts = await Promise.all(
    Object.entries(places).map(async ([what, url]) => {
      const ended = await run(`Open ${url}/. See "Welcome".`);
      expect(ended.error?.message, what).toContain(new URL(url).hostname);
      // It says what happened behind the colon.
      expect(ended.error?.message, what).not.toMatch(/: ?\.?$/);
      expect(ended.output, what).toMatchObject({ result: null, issues: [] });
      expect(ended.output.steps, what).toMatchObject([{ status: 'failed', error: ended.error?.message }]);
      return [what, verdictOf(ended)];
    }),
  );
  return Object.fromEntries(verdicts);
}
