const swc = require('@swc/core');

/** dependency-cruiser asks swc for plain TypeScript only; what holds JSX would be a syntax error. */
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });

/** The import table. docs/architecture.md shows it. */
const wings = {
  kernel: [],
  engine: ['kernel'],
  service: ['kernel', 'engine'],
  client: [],
  tools: ['kernel', 'client'],
};

/** What is stored and decided, and which of the others each may import. */
const nouns = {
  projects: [],
  apps: ['projects'],
  fleet: ['projects', 'apps', 'runs'],
  runs: ['projects', 'apps', 'fleet'],
  groups: ['projects', 'apps', 'fleet', 'runs'],
  deliveries: ['projects', 'apps', 'fleet', 'runs'],
};
/** They know the engine by the files of its own folder: `Task`, `Report` and what goes with them. */
const holdTheEngine = ['slots', 'worker'];
const aboveNouns = ['http', 'worker'];
const belowNouns = ['database', 'storage', 'threads', 'inspect', 'jobs', 'slots'];

const forbid = (name, from, to, toNot = []) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...(toNot.length > 0 && { pathNot: toNot }) },
});
const rooms = (names) => `^src/service/(?:${names.join('|')})/`;

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot:
          '^src/(?:(?:main|service/runs/reading-thread|service/slots/slot-main)\\.ts|tools/action/index\\.mjs)$',
      },
      to: {},
    },
    {
      // A long text takes a tenth of a second to read: in a thread, or in a slot.
      name: 'the-event-loop-reads-no-sentences',
      severity: 'error',
      from: { path: '^src/service/http/' },
      to: { path: '^src/(engine/grammar/understand|service/runs/read-steps)\\.ts$', reachable: true },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
    {
      // What is built into the page is no package at run time.
      name: 'no-undeclared-packages-in-the-dashboard',
      severity: 'error',
      from: { path: '^dashboard/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    ...Object.entries(wings).map(([wing, allowed]) =>
      forbid(
        `${wing}-imports-only-${allowed.join('-') || 'nothing-of-ours'}`,
        `^src/${wing}/`,
        '^(src|dashboard)/',
        [
          `^src/(?:${[wing, ...allowed].join('|')})/`,
          // The program is made of all wings.
          ...(wing === 'tools' ? ['^src/service/', '^src/engine/[^/]+\\.ts$'] : []),
        ],
      ),
    ),
    forbid(
      'of-the-tools-only-the-program-imports-the-service',
      '^src/tools/(?!program/)',
      '^src/(?:service|engine)/',
    ),
    forbid('dashboard-imports-only-client', '^dashboard/', '^(src|test|scripts|dist)/', ['^src/client/']),
    forbid(
      'the-service-knows-the-engine-by-task-and-report',
      `^src/service/(?!(?:${holdTheEngine.join('|')})/|config\\.ts$)`,
      '^src/engine/[^/]+/',
    ),
    ...Object.entries(nouns).map(([noun, allowed]) =>
      forbid(
        `of-the-nouns-${noun}-import-only-${allowed.join('-') || 'none'}`,
        rooms([noun]),
        rooms([...Object.keys(nouns), ...aboveNouns]),
        [rooms([noun, ...allowed])],
      ),
    ),
    forbid(
      'what-lies-below-the-nouns-imports-none',
      rooms(belowNouns),
      rooms([...Object.keys(nouns), ...aboveNouns]),
    ),
  ],
  options: { tsPreCompilationDeps: true, parser: 'swc', doNotFollow: { path: 'node_modules' } },
};
