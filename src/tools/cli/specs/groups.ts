import { defineCommand } from '../command.ts';
import {
  appOptions,
  deviceOption,
  idempotencyOption,
  limitOption,
  projectOptions,
  quietOption,
  removeAfterOption,
  targetOptions,
  waitOptions,
} from '../options.ts';

const groupArgument = { name: 'group', description: 'id or name of a group' } as const;
const testArgument = { name: 'test', description: 'id or title of a test' } as const;

export const groupsList = defineCommand({
  path: 'groups list',
  summary: 'list groups, newest first',
  args: [],
  options: { ...limitOption('50'), ...projectOptions },
  examples: ['gantry groups list'],
});

export const groupsShow = defineCommand({
  path: 'groups show',
  summary: 'show a group, its tests in order, and its webhook',
  args: [groupArgument],
  options: projectOptions,
  examples: ['gantry groups show Smoke'],
});

export const groupsCreate = defineCommand({
  path: 'groups create',
  summary: 'create a group',
  args: [{ name: 'name', description: 'its name' }],
  options: {
    runMode: {
      kind: 'text',
      choices: ['concurrent', 'sequential'],
      fallback: 'concurrent',
      description: 'run the tests at once, or one after the other',
    },
    test: { kind: 'text', placeholder: 'id|title', isRepeatable: true, description: 'add this test' },
    ...projectOptions,
  },
  examples: ['gantry groups create Smoke --test "Sign in" --test Checkout'],
});

export const groupsDelete = defineCommand({
  path: 'groups delete',
  summary: 'delete a group; its tests are kept',
  args: [groupArgument],
  options: projectOptions,
  examples: ['gantry groups delete Smoke'],
});

export const groupsAdd = defineCommand({
  path: 'groups add',
  summary: 'add tests to a group, or move them to another position',
  args: [groupArgument, { ...testArgument, isRepeatable: true }],
  options: {
    position: {
      kind: 'integer',
      range: { min: 1, max: 1_000 },
      description: 'position of the first test, from 1; otherwise the end',
    },
    ...projectOptions,
  },
  examples: ['gantry groups add Smoke "Sign in"', 'gantry groups add Smoke Checkout Search --position 1'],
});

export const groupsRemove = defineCommand({
  path: 'groups remove',
  summary: 'remove tests from a group',
  args: [groupArgument, { ...testArgument, isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry groups remove Smoke "Sign in"'],
});

export const groupsWebhook = defineCommand({
  path: 'groups webhook',
  summary: 'make, rotate, disable or delete the webhook of a group',
  details:
    'The address contains a secret, which is shown only when you make or rotate it. The old address then stops working.',
  args: [
    groupArgument,
    {
      name: 'action',
      description: 'show by default',
      choices: ['show', 'make', 'rotate', 'disable', 'enable', 'delete'],
      isOptional: true,
    },
  ],
  options: projectOptions,
  examples: ['gantry groups webhook Smoke make', 'gantry groups webhook Smoke disable'],
});

export const trigger = defineCommand({
  path: 'trigger',
  summary: 'start a group of tests on a build',
  details:
    'Name the group, which needs a key, or give the address of its webhook by --webhook-url, which needs none. A group with mobile tests needs an app.',
  args: [{ ...groupArgument, isOptional: true }],
  options: {
    webhookUrl: { kind: 'url', description: 'address of the webhook of the group, instead of its name' },
    ...appOptions,
    ...deviceOption,
    upload: { kind: 'file', description: 'upload this build first, and test it' },
    ...removeAfterOption,
    ...targetOptions,
    commit: { kind: 'text', placeholder: 'sha', description: 'commit to show with the batch' },
    resultUrl: { kind: 'url', description: 'receives the result of each run by a signed POST (webhookUrl)' },
    ...idempotencyOption,
    ...waitOptions,
    junit: { kind: 'file', description: 'write the report for CI servers into this file; needs --wait' },
    ...projectOptions,
    ...quietOption,
  },
  examples: [
    'gantry trigger Smoke --upload build/MyApp.app.zip --remove-after 1d --wait --junit junit.xml',
    'gantry trigger Smoke --target-url https://staging.example.com --wait --timeout 30m',
    'gantry trigger Smoke --environment Staging --wait',
    'gantry trigger --webhook-url "$GANTRY_WEBHOOK" --bundle-id com.example.shop',
  ],
});
