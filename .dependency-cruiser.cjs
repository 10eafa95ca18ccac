const swc = require('@swc/core');

/** dependency-cruiser asks swc for plain TypeScript only; what holds JSX would be a syntax error. */
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });

/** The import table of docs/architecture.md, as rules. */
const nouns = ['projects', 'apps', 'runs', 'groups', 'deliveries'];
const mayImport = {
  kernel: [],
  database: ['kernel'],
  storage: ['kernel'],
  threads: ['kernel'],
  inspect: ['kernel', 'threads'],
  outbound: ['kernel'],
  jobs: ['kernel', 'database'],
  scene: ['kernel'],
  devices: ['kernel', 'outbound', 'scene'],
  pilots: ['kernel', 'outbound', 'scene', 'devices'],
  slots: ['kernel', 'outbound', 'scene', 'devices', 'pilots'],
  client: [],
};
const below = Object.keys(mayImport).filter((folder) => folder !== 'client');
mayImport.projects = ['kernel', 'database'];
mayImport.apps = [...mayImport.projects, 'jobs', 'storage', 'inspect', 'outbound', 'devices', 'projects'];
mayImport.runs = [
  'kernel',
  'database',
  'jobs',
  'storage',
  'threads',
  'scene',
  'devices',
  'pilots',
  'projects',
  'apps',
];
mayImport.groups = ['kernel', 'database', 'jobs', 'devices', 'pilots', 'projects', 'apps', 'runs'];
mayImport.deliveries = ['kernel', 'database', 'jobs', 'outbound', 'projects', 'runs'];
mayImport.http = [...below, ...nouns];
mayImport.worker = [...below, ...nouns];
// What a worker runs, and the program around it, follow the settings.
const mayReadSettings = ['worker', 'program'];
mayImport.cli = ['kernel', 'client'];
mayImport.mcp = ['kernel', 'client'];
mayImport.action = ['kernel', 'client', 'cli'];
mayImport.program = [...below, 'projects', 'worker', 'client', 'cli', 'mcp', 'action'];

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '^src/(main|runs/reading-thread|slots/slot-main)\\.ts$' },
      to: {},
    },
    {
      // A long text takes a tenth of a second to read: in a thread, or in a slot.
      name: 'the-event-loop-reads-no-sentences',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/(pilots/steps/understand|runs/read-steps)\\.ts$', reachable: true },
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
    {
      name: 'dashboard-imports-only-client',
      severity: 'error',
      from: { path: '^dashboard/' },
      to: { path: '^(src|test|scripts|dist)/', pathNot: '^src/client/' },
    },
    {
      name: 'nothing-imports-the-dashboard',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^dashboard/' },
    },
    ...Object.entries(mayImport).map(([folder, allowed]) => ({
      name: `${folder}-imports-only-${allowed.join('-') || 'nothing-of-ours'}`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: {
        path: '^src/',
        pathNot: [
          `^src/(${[folder, ...allowed].join('|')})/`,
          ...(mayReadSettings.includes(folder) ? ['^src/config\\.ts$'] : []),
          ...(folder === 'program' ? ['^src/service\\.ts$'] : []),
        ],
      },
    })),
  ],
  options: { tsPreCompilationDeps: true, parser: 'swc', doNotFollow: { path: 'node_modules' } },
};
