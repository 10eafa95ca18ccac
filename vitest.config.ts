import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Most tests wait more than they compute: for leases, schedules and processes.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is polled for comes in its own time; on a busy machine that is not within the default of a second.
    expect: { poll: { timeout: 45_000 } },
    reporters: process.env.CI === 'true' ? ['default', 'json'] : ['default'],
    outputFile: { json: 'coverage/test-results.json' },
  },
});
