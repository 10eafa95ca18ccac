import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest first: begun last, they would run on alone. Those that wait for leases come before all, and what they
 * wait for passes while the cores do other work. Their processes start before the browsers of the corpus do.
 */
const longest = [
  'groups/import-processes',
  'processes/processes',
  'processes/soak',
  'events',
  'execution/corpus',
  'demo/demo',
  'lifecycle',
  'execution/isolation',
  'execution/crashes',
  'pilots/steps/everyday',
  'scene/found-pages',
  'execution/navigation',
  'scene/pages',
  'devices/web/locating',
  'devices/contract/contract',
  'execution/accessibility',
  'execution/baselines',
  'dashboard/own-sentences',
  'access/fuzz',
].map((name) => `/test/${name}.test.ts`);

/** Tests with browsers and phones keep every core busy: spread evenly, few of them run at the same time. */
const isBusy = /\/test\/(?:demo|devices|execution|pilots)\//;

const root = fileURLToPath(new URL('.', import.meta.url));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) =>
      longest.findIndex((suffix) => moduleId.endsWith(suffix));
    const first = files.filter((file) => rankOf(file) >= 0);
    const others = await super.sort(files.filter((file) => rankOf(file) < 0));
    return [
      ...first.sort((one, other) => rankOf(one) - rankOf(other)),
      ...spread(
        others.filter(({ moduleId }) => isBusy.test(moduleId)),
        others.filter(({ moduleId }) => !isBusy.test(moduleId)),
      ),
    ];
  }
}

/** Both in their own order, and at every place in proportion to their number. */
function spread<T>(some: T[], more: T[]): T[] {
  const placed = (items: T[]) => items.map((item, at) => ({ item, place: (at + 0.5) / items.length }));
  return [...placed(some), ...placed(more)]
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

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

export default defineConfig({
  plugins: [built],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup-file.ts'],
    sequence: { sequencer: LongestFirst },
    // What each file imports is large: a worker loads it once, and the compiled service as Node does.
    isolate: false,
    server: { deps: { external: [/\/dist\//] } },
    // Half of the tests wait more than they compute: for leases, schedules and processes.
    maxWorkers: 5,
    // A machine that others use too may be slower than itself by many times.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Only of one that failed while the host of the machine gave the processor to others; see the setup file.
    retry: 2,
    // What is polled for comes in its own time; on a busy machine that is not within the default of a second.
    expect: { poll: { timeout: 240_000 } },
    // `scripts/test.mjs` reads which files failed.
    reporters: ['default', 'json'],
    // A line for each file: of thousands of lines a CI may keep only some.
    slowTestThreshold: process.env.CI === 'true' ? 120_000 : 300,
    outputFile: { json: 'coverage/test-results.json' },
  },
});
