import { dashboard, login, logout, whoami } from './access.ts';
import { appCommands } from './apps/apps.ts';
import { baselineCommands } from './baselines/baselines.ts';
import { batchCommands } from './batches/batches.ts';
import type { Command } from './command.ts';
import { deliveryCommands } from './deliveries/deliveries.ts';
import { listen } from './deliveries/listen.ts';
import { devices } from './devices/devices.ts';
import { environmentCommands } from './environments/environments.ts';
import { groupCommands } from './groups/groups.ts';
import { trigger } from './groups/trigger.ts';
import type { Nouns } from './help.ts';
import { keyCommands } from './projects/keys.ts';
import { projectCommands } from './projects/projects.ts';
import { runCommands } from './runs/runs.ts';
import { stepsRead } from './steps/read.ts';
import { testCommands } from './tests/tests.ts';
import { variableCommands } from './variables/variables.ts';

/** Every command that talks to a service, in the order of the help. */
export const clientCommands: readonly Command[] = [
  login,
  logout,
  whoami,
  dashboard,
  ...appCommands,
  devices,
  ...runCommands,
  ...testCommands,
  stepsRead,
  ...baselineCommands,
  ...groupCommands,
  trigger,
  ...batchCommands,
  ...deliveryCommands,
  listen,
  ...projectCommands,
  ...environmentCommands,
  ...variableCommands,
  ...keyCommands,
];

export const nouns: Nouns = {
  apps: 'uploaded builds',
  runs: 'runs: what was tested and what came of it',
  tests: 'stored tests, also from files of a repository',
  steps: 'sentences, and what a run would do with them',
  baselines: 'pictures that tests compare their pages with',
  groups: 'ordered sets of tests, and the webhooks that start them',
  batches: 'the runs that a group was started as',
  projects: 'projects and their settings',
  environments: 'the addresses that a project is tested on, by name',
  variables: 'values that steps fill in, secret ones too',
  keys: 'API keys',
  deliveries: 'how results were delivered',
};
