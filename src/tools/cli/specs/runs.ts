import { defineCommand } from '../command.ts';
import {
  connectionOptions,
  idempotencyOption,
  limitOption,
  projectOptions,
  quietOption,
  runOptions,
  waitOptions,
} from '../options.ts';

const runArgument = { name: 'run', description: 'id of a run' } as const;
const anId = '01970000-0000-7000-8000-000000000000';

export const runsSubmit = defineCommand({
  path: 'runs submit',
  summary: 'start a run from plain sentences',
  args: [
    {
      name: 'prompt',
      description: 'what to test, in sentences; - reads them from standard input',
      isOptional: true,
    },
  ],
  options: {
    promptFile: { kind: 'file', description: 'read the sentences from this file; - is standard input' },
    ...runOptions,
  },
  examples: [
    'gantry runs submit \'Open https://example.com. See "Example Domain".\' --wait',
    'gantry runs submit - --wait < checkout.txt',
    'gantry runs submit --prompt-file checkout.txt --target-url http://localhost:3000 --wait --timeout 10m',
    'gantry runs submit \'Tap "Sign in". See "Welcome".\' --bundle-id com.example.shop',
  ],
});

export const runsShow = defineCommand({
  path: 'runs show',
  summary: 'show a run: its steps, its issues, links to screenshots',
  args: [runArgument],
  options: connectionOptions,
  examples: [`gantry runs show ${anId}`],
});

export const runsList = defineCommand({
  path: 'runs list',
  summary: 'list runs, newest first',
  args: [],
  options: {
    status: {
      kind: 'text',
      choices: ['queued', 'running', 'completed', 'failed', 'cancelled'],
      description: 'only runs with this status',
    },
    batch: { kind: 'text', placeholder: 'id', description: 'only those of this batch' },
    ...limitOption('20'),
    ...projectOptions,
  },
  examples: ['gantry runs list', 'gantry runs list --status failed --limit 100 --json'],
});

export const runsCancel = defineCommand({
  path: 'runs cancel',
  summary: 'cancel runs that have not ended',
  args: [{ ...runArgument, isRepeatable: true }],
  options: connectionOptions,
  examples: [`gantry runs cancel ${anId}`],
});

export const runsRerun = defineCommand({
  path: 'runs rerun',
  summary: 'start a run again: the same prompt or test as it was, on the same build',
  args: [runArgument],
  options: { ...idempotencyOption, ...waitOptions, ...connectionOptions, ...quietOption },
  examples: [`gantry runs rerun ${anId}`, `gantry runs rerun ${anId} --wait`],
});

export const runsWatch = defineCommand({
  path: 'runs watch',
  summary: 'follow a run step by step until it has ended',
  details:
    'The exit code is the verdict. Ctrl-C stops watching, not the run. With --json, each line is an object with a type.',
  args: [runArgument],
  options: { timeout: waitOptions.timeout, ...connectionOptions, ...quietOption },
  examples: [`gantry runs watch ${anId}`, `gantry runs watch ${anId} --timeout 30m --json`],
});
