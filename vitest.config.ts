import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests with browsers and phones, which keep every core busy. */
const execution = ['demo', 'devices', 'execution', 'pilots'].map((name) => `test/${name}/**/*.test.ts`);
const all = ['test/**/*.test.ts'];

/** The longest first: begun last, they would run on alone. */
const longest = /test\/(?:execution\/corpus|demo\/|processes\/|groups\/import-processes|events)/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files.filter(({ moduleId }) => !longest.test(moduleId)));
    return [...files.filter(({ moduleId }) => longest.test(moduleId)), ...others];
  }
}

const shared = {
  // What each file imports is large: a worker loads it once, and the compiled service as Node does.
  isolate: false,
  server: { deps: { external: [/\/dist\//] } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is polled for comes in its own time; on a busy machine that is not within the default of a second.
  expect: { poll: { timeout: 45_000 } },
};

export default defineConfig({
  test: {
    // Once for both projects.
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'service',
          include: all,
          exclude: execution,
          // Most tests wait more than they compute: for leases, schedules and processes.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'execution',
          include: execution,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    reporters: process.env.CI === 'true' ? ['default', 'json'] : ['default'],
    outputFile: { json: 'coverage/test-results.json' },
  },
});
