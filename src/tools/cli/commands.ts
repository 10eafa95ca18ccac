import { type Command, command } from './command.ts';
import type { Nouns } from './help.ts';
import { dashboard, login, logout, whoami } from './specs/access.ts';
import { appsDelete, appsList, appsUpload } from './specs/apps.ts';
import { baselinesApprove, baselinesDelete, baselinesList } from './specs/baselines.ts';
import {
  batchesCancel,
  batchesJunit,
  batchesList,
  batchesRerun,
  batchesShow,
  batchesWatch,
} from './specs/batches.ts';
import { deliveriesList, deliveriesRedeliver, listen } from './specs/deliveries.ts';
import { devices } from './specs/devices.ts';
import {
  environmentsCreate,
  environmentsDelete,
  environmentsList,
  environmentsUpdate,
} from './specs/environments.ts';
import {
  groupsAdd,
  groupsCreate,
  groupsDelete,
  groupsList,
  groupsRemove,
  groupsShow,
  groupsWebhook,
  trigger,
} from './specs/groups.ts';
import {
  keysIssue,
  keysList,
  keysRevoke,
  projectsCreate,
  projectsDelete,
  projectsList,
  projectsRotateSecret,
  projectsShow,
  projectsTestWebhook,
  projectsUpdate,
} from './specs/projects.ts';
import { runsCancel, runsList, runsRerun, runsShow, runsSubmit, runsWatch } from './specs/runs.ts';
import { stepsRead } from './specs/steps.ts';
import {
  testsApply,
  testsCheck,
  testsCreate,
  testsDelete,
  testsList,
  testsRun,
  testsShow,
} from './specs/tests.ts';
import { variablesDelete, variablesList, variablesSet } from './specs/variables.ts';

/** Every command that talks to a service, in the order of the help. */
export const clientCommands: readonly Command[] = [
  command(login, async () => (await import('./login.ts')).keepKey),
  command(logout, async () => (await import('./login.ts')).forgetKey),
  command(whoami, async () => (await import('./whoami.ts')).tellCaller),
  command(dashboard, async () => (await import('./dashboard.ts')).signIn),
  command(appsUpload, async () => (await import('./apps/upload.ts')).upload),
  command(appsList, async () => (await import('./apps/apps.ts')).list),
  command(appsDelete, async () => (await import('./apps/apps.ts')).remove),
  command(devices, async () => (await import('./devices/devices.ts')).list),
  command(runsSubmit, async () => (await import('./runs/submit.ts')).submit),
  command(runsShow, async () => (await import('./runs/runs.ts')).show),
  command(runsList, async () => (await import('./runs/runs.ts')).list),
  command(runsCancel, async () => (await import('./runs/runs.ts')).cancel),
  command(runsRerun, async () => (await import('./runs/submit.ts')).rerun),
  command(runsWatch, async () => (await import('./runs/runs.ts')).watch),
  command(testsList, async () => (await import('./tests/tests.ts')).list),
  command(testsShow, async () => (await import('./tests/tests.ts')).show),
  command(testsCreate, async () => (await import('./tests/tests.ts')).create),
  command(testsDelete, async () => (await import('./tests/tests.ts')).remove),
  command(testsRun, async () => (await import('./runs/submit.ts')).runTest),
  command(testsCheck, async () => (await import('./tests/check.ts')).check),
  command(testsApply, async () => (await import('./tests/apply.ts')).apply),
  command(stepsRead, async () => (await import('./steps/read.ts')).read),
  command(baselinesList, async () => (await import('./baselines/baselines.ts')).list),
  command(baselinesApprove, async () => (await import('./baselines/baselines.ts')).approve),
  command(baselinesDelete, async () => (await import('./baselines/baselines.ts')).remove),
  command(groupsList, async () => (await import('./groups/groups.ts')).list),
  command(groupsShow, async () => (await import('./groups/groups.ts')).show),
  command(groupsCreate, async () => (await import('./groups/groups.ts')).create),
  command(groupsDelete, async () => (await import('./groups/groups.ts')).remove),
  command(groupsAdd, async () => (await import('./groups/groups.ts')).addTests),
  command(groupsRemove, async () => (await import('./groups/groups.ts')).removeTests),
  command(groupsWebhook, async () => (await import('./groups/webhook.ts')).webhook),
  command(trigger, async () => (await import('./groups/trigger.ts')).startGroup),
  command(batchesList, async () => (await import('./batches/batches.ts')).list),
  command(batchesShow, async () => (await import('./batches/batches.ts')).show),
  command(batchesWatch, async () => (await import('./batches/batches.ts')).watch),
  command(batchesCancel, async () => (await import('./batches/batches.ts')).cancel),
  command(batchesRerun, async () => (await import('./batches/batches.ts')).rerun),
  command(batchesJunit, async () => (await import('./batches/batches.ts')).junit),
  command(deliveriesList, async () => (await import('./deliveries/deliveries.ts')).list),
  command(deliveriesRedeliver, async () => (await import('./deliveries/deliveries.ts')).redeliver),
  command(listen, async () => (await import('./deliveries/listen.ts')).receive),
  command(projectsCreate, async () => (await import('./projects/projects.ts')).create),
  command(projectsList, async () => (await import('./projects/projects.ts')).list),
  command(projectsShow, async () => (await import('./projects/projects.ts')).show),
  command(projectsUpdate, async () => (await import('./projects/projects.ts')).update),
  command(projectsRotateSecret, async () => (await import('./projects/projects.ts')).rotateSecret),
  command(projectsTestWebhook, async () => (await import('./projects/projects.ts')).testWebhook),
  command(projectsDelete, async () => (await import('./projects/projects.ts')).remove),
  command(environmentsList, async () => (await import('./environments/environments.ts')).list),
  command(environmentsCreate, async () => (await import('./environments/environments.ts')).create),
  command(environmentsUpdate, async () => (await import('./environments/environments.ts')).update),
  command(environmentsDelete, async () => (await import('./environments/environments.ts')).remove),
  command(variablesList, async () => (await import('./variables/variables.ts')).list),
  command(variablesSet, async () => (await import('./variables/variables.ts')).set),
  command(variablesDelete, async () => (await import('./variables/variables.ts')).remove),
  command(keysIssue, async () => (await import('./projects/keys.ts')).issue),
  command(keysList, async () => (await import('./projects/keys.ts')).list),
  command(keysRevoke, async () => (await import('./projects/keys.ts')).revoke),
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
