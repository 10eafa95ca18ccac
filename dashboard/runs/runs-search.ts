import type { RunFilter } from './runs-query.ts';

const outcomes = ['passed', 'failed', 'unfinished', 'cancelled'] as const;
const platforms = ['web', 'ios', 'android'] as const;

/** The state of the page as its address has it. */
export type RunsSearch = Pick<RunFilter, 'outcome' | 'platform' | 'testId' | 'batchId' | 'appId' | 'search'>;

/** What an address holds that is no filter is left out. */
export function runsSearch(given: Record<string, unknown>): RunsSearch {
  const { outcome, platform, testId, batchId, appId, search } = given;
  return {
    ...(isOneOf(outcomes, outcome) && { outcome }),
    ...(isOneOf(platforms, platform) && { platform }),
    ...(isId(testId) && { testId }),
    ...(isId(batchId) && { batchId }),
    ...(isId(appId) && { appId }),
    ...((typeof search === 'string' || typeof search === 'number') &&
      String(search).trim() !== '' && { search: String(search).slice(0, 200) }),
  };
}

function isOneOf<Value extends string>(values: readonly Value[], value: unknown): value is Value {
  return values.some((known) => known === value);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}
