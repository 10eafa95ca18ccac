import { defineCommand } from '../command.ts';
import { limitOption, platformOption, projectOptions } from '../options.ts';

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
  args: [{ name: 'title', description: 'what it is called' }],
  options: {
    ...platformOption('where it runs; mobile is either kind of phone'),
    step: {
      kind: 'text',
      placeholder: 'sentence',
      isRepeatable: true,
      description:
        'a step; "assert: …" says what must be seen, "screenshot: …" takes a picture, all others act',
    },
    disabled: { kind: 'flag', description: 'run it in no group for now' },
    ...projectOptions,
  },
  examples: [
    'gantry tests create "Sign in" --step \'Open /login\' --step \'Click "Sign in"\' --step \'assert: See "Welcome"\'',
  ],
});

export const testsDelete = defineCommand({
  path: 'tests delete',
  summary: 'delete tests; their runs stay',
  args: [{ ...testArgument, isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry tests delete "Sign in"'],
});

export const testsApply = defineCommand({
  path: 'tests apply',
  summary: 'make tests and groups what YAML files say',
  details:
    'A test is found again by its title, a group by its name. What is already as the files say is left alone. When anything in a file is wrong, or a sentence is not understood, nothing is changed.',
  args: [
    {
      name: 'file',
      kind: 'file',
      description: 'YAML files, or folders in which each .yaml and .yml is read',
      isRepeatable: true,
    },
  ],
  options: {
    prune: {
      kind: 'flag',
      description: 'delete tests that no file names, and groups too if the files have any',
    },
    dryRun: { kind: 'flag', description: 'only say what would be done' },
    allowProblems: {
      kind: 'flag',
      description: 'store tests whose sentences are not understood all the same',
    },
    ...projectOptions,
  },
  examples: ['gantry tests apply tests.yaml', 'gantry tests apply e2e/ --prune --dry-run'],
});
