import { defineCommand } from '../command.ts';
import { limitOption, platformOption, projectOptions, runOptions } from '../options.ts';

const testArgument = { name: 'test', description: 'id or title of a test' } as const;

export const testsList = defineCommand({
  path: 'tests list',
  summary: 'list stored tests, newest first',
  args: [],
  options: { ...limitOption('50'), ...projectOptions },
  examples: ['gantry tests list'],
});

export const testsShow = defineCommand({
  path: 'tests show',
  summary: 'show a test and its steps',
  args: [testArgument],
  options: projectOptions,
  examples: ['gantry tests show "Sign in"'],
});

export const testsCreate = defineCommand({
  path: 'tests create',
  summary: 'create a test',
  args: [{ name: 'title', description: 'its title' }],
  options: {
    ...platformOption('where it runs; mobile is both kinds of phone'),
    step: {
      kind: 'text',
      placeholder: 'sentence',
      isRepeatable: true,
      description: 'a step; "assert: …" checks, "screenshot: …" takes a picture, any other step acts',
    },
    disabled: { kind: 'flag', description: 'do not run it with its groups for now' },
    ...projectOptions,
  },
  examples: [
    'gantry tests create "Sign in" --step \'Open /login\' --step \'Click "Sign in"\' --step \'assert: See "Welcome"\'',
  ],
});

export const testsDelete = defineCommand({
  path: 'tests delete',
  summary: 'delete tests; their runs are kept',
  args: [{ ...testArgument, isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry tests delete "Sign in"'],
});

const filesArgument = {
  name: 'file',
  kind: 'file',
  description: 'YAML files, or folders in which each .yaml and .yml is read',
  isRepeatable: true,
} as const;

export const testsRun = defineCommand({
  path: 'tests run',
  summary: 'run one stored test, outside its groups',
  details: 'It runs the test as it is now, even if the test is disabled. A test for phones needs an app.',
  args: [testArgument],
  options: runOptions,
  examples: [
    'gantry tests run "Sign in" --wait',
    'gantry tests run "Sign in" --environment Staging --wait --timeout 10m',
  ],
});

export const testsCheck = defineCommand({
  path: 'tests check',
  summary: 'check YAML files of tests: names every sentence that would not be understood',
  details:
    'It reports everything that "tests apply" would stop at, by file and line, and changes nothing. The exit code is 2 if there is a problem.',
  args: [filesArgument],
  options: projectOptions,
  examples: ['gantry tests check e2e/', 'gantry tests check tests.yaml --json'],
});

export const testsApply = defineCommand({
  path: 'tests apply',
  summary: 'make tests and groups match YAML files',
  details:
    'It finds a test by its title and a group by its name, and leaves alone what already matches the files. If a file has a fault or a sentence would not be understood, it changes nothing.',
  args: [filesArgument],
  options: {
    prune: {
      kind: 'flag',
      description: 'delete tests that no file names, and groups too if the files have any',
    },
    dryRun: { kind: 'flag', description: 'print what would change, and change nothing' },
    force: { kind: 'flag', description: 'also store sentences that would not be understood' },
    ...projectOptions,
  },
  examples: ['gantry tests apply tests.yaml', 'gantry tests apply e2e/ --prune --dry-run'],
});
