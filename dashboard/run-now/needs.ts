import type { GroupTest } from '../../src/client/index.ts';

/** What the tests that would run must be given. */
export interface Needs {
  app: boolean;
  address: boolean;
}

export function needsOf(tests: readonly GroupTest[]): Needs {
  const running = tests.filter(({ enabled, test }) => enabled && test.enabled);
  return {
    app: running.some(({ test }) => test.platform !== 'web'),
    address: running.some(({ test }) => test.platform === 'web'),
  };
}
