import { defineCommand } from '../command.ts';
import { connectionOptions, limitOption, projectOptions, quietOption, waitOptions } from '../options.ts';

const batchArgument = { name: 'batch', description: 'id of a batch' } as const;
const anId = '01970000-0000-7000-8000-000000000000';

export const batchesList = defineCommand({
  path: 'batches list',
  summary: 'list batches, newest first',
  args: [],
  options: {
    group: { kind: 'text', placeholder: 'group', description: 'only those of this group, by its id or name' },
    ...limitOption('20'),
    ...projectOptions,
  },
  examples: ['gantry batches list', 'gantry batches list --group Smoke --limit 5 --json'],
});

export const batchesShow = defineCommand({
  path: 'batches show',
  summary: 'show a batch and its runs',
  args: [batchArgument],
  options: connectionOptions,
  examples: [`gantry batches show ${anId}`],
});

export const batchesWatch = defineCommand({
  path: 'batches watch',
  summary: 'follow a batch run by run until it has ended',
  details:
    'The exit code is the verdict. Ctrl-C stops watching, not the batch. With --json, each line is an object with a type.',
  args: [batchArgument],
  options: {
    timeout: waitOptions.timeout,
    junit: { kind: 'file', description: 'write the report for CI servers into this file' },
    ...connectionOptions,
    ...quietOption,
  },
  examples: [`gantry batches watch ${anId} --junit junit.xml`],
});

export const batchesCancel = defineCommand({
  path: 'batches cancel',
  summary: 'cancel all runs of a batch that have not ended',
  args: [batchArgument],
  options: connectionOptions,
  examples: [`gantry batches cancel ${anId}`],
});

export const batchesRerun = defineCommand({
  path: 'batches rerun',
  summary: 'start a batch again as it was: the same tests, the same app',
  args: [batchArgument],
  options: {
    failed: {
      kind: 'flag',
      description: 'only the tests that failed, could not be executed or were cancelled',
    },
    ...waitOptions,
    junit: { kind: 'file', description: 'write the report for CI servers into this file; needs --wait' },
    ...connectionOptions,
    ...quietOption,
  },
  examples: [`gantry batches rerun ${anId} --wait`, `gantry batches rerun ${anId} --failed --wait`],
});

export const batchesJunit = defineCommand({
  path: 'batches junit',
  summary: 'print the report of a batch for CI servers (JUnit XML)',
  args: [batchArgument],
  options: {
    output: { kind: 'file', short: 'o', description: 'write it into this file instead' },
    ...connectionOptions,
  },
  examples: [`gantry batches junit ${anId} --output junit.xml`],
});
