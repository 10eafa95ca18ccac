import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Tests import the sources, for their types, and are given what is built from them: that is what users run. */
const built: Plugin = {
  name: 'built',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !/^\.\.?\//.test(source)) return null;
    const path = fileURLToPath(new URL(source, `file://${importer}`));
    const [, name] = new RegExp(`^${root}src/(.+)\\.ts$`).exec(path) ?? [];
    return name === undefined ? null : `${root}dist/${name}.js`;
  },
};

/** `npm test` runs the first, which proves every guarantee once; files of the second are called `*.full.test.ts`. */
const tiers: Record<string, { include: string[]; exclude: string[] }> = {
  first: { include: ['test/**/*.test.ts'], exclude: ['test/**/*.full.test.ts'] },
  second: { include: ['test/**/*.full.test.ts'], exclude: [] },
  both: { include: ['test/**/*.test.ts'], exclude: [] },
};
const tierName = process.env.TEST_TIER ?? 'both';
const tier = tiers[tierName];

export default defineConfig({
  plugins: [built],
  test: {
    include: tier?.include ?? [],
    exclude: ['**/node_modules/**', ...(tier?.exclude ?? [])],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup-file.ts'],
    // What each file imports is large: a worker loads it once, and the compiled service as Node does.
    isolate: false,
    server: { deps: { external: [/\/dist\//] } },
    // Some of the tests wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    // A machine that others use too may be slower than itself by many times.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is polled for comes in its own time; on a busy machine that is not within the default of a second.
    expect: { poll: { timeout: 240_000 } },
    // `.ci/run` reads the counts.
    reporters: ['default', 'json'],
    // A line for each file: of thousands of lines a CI may keep only some.
    slowTestThreshold: process.env.CI === 'true' ? 120_000 : 300,
    outputFile: { json: `coverage/tests-${tierName}.json` },
  },
});
