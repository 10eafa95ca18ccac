import { defineCommand } from '../command.ts';
import { connectionOptions, limitOption, projectOptions } from '../options.ts';

const anId = '01970000-0000-7000-8000-000000000000';

export const baselinesList = defineCommand({
  path: 'baselines list',
  summary: 'list the pictures that tests compare their pages with, newest first',
  args: [],
  options: {
    test: { kind: 'text', placeholder: 'test', description: 'only those of this test, by its id or title' },
    run: {
      kind: 'text',
      placeholder: 'run',
      description: 'only those with a waiting picture from this run',
    },
    waiting: { kind: 'flag', description: 'only those with a picture that waits for approval' },
    ...limitOption('50'),
    ...projectOptions,
  },
  examples: ['gantry baselines list --waiting', 'gantry baselines list --test Checkout'],
});

export const baselinesApprove = defineCommand({
  path: 'baselines approve',
  summary: 'approve waiting pictures; later runs compare with them',
  args: [{ name: 'baseline', description: 'id of a baseline', isOptional: true, isRepeatable: true }],
  options: {
    run: { kind: 'text', placeholder: 'run', description: 'approve all waiting pictures of this run' },
    ...connectionOptions,
  },
  examples: [`gantry baselines approve ${anId}`, `gantry baselines approve --run ${anId}`],
});

export const baselinesDelete = defineCommand({
  path: 'baselines delete',
  summary: 'delete baselines with their pictures; the next run creates new ones',
  args: [{ name: 'baseline', description: 'id of a baseline', isRepeatable: true }],
  options: connectionOptions,
  examples: [`gantry baselines delete ${anId}`],
});
