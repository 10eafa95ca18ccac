import type { GroupTest, Test } from '../../src/client/index.ts';

/** What the tests that would run must be given. */
export interface Needs {
  app: boolean;
  address: boolean;
}

export function needsOf(tests: ReadonlyArray<Pick<Test, 'platform'>>): Needs {
  return {
    app: tests.some(({ platform }) => platform !== 'web'),
    address: tests.some(({ platform }) => platform === 'web'),
  };
}

/** Those that run when their group does. */
export function enabledTests(tests: readonly GroupTest[]): Test[] {
  return tests.filter(({ enabled, test }) => enabled && test.enabled).map(({ test }) => test);
}
