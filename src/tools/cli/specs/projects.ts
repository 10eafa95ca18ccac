import { defineCommand, type OptionSpecs } from '../command.ts';
import { connectionOptions, limitOption, projectOptions } from '../options.ts';

const projectSettings = {
  resultUrl: {
    kind: 'text',
    placeholder: 'url',
    description: 'receives the results of all runs (webhookUrl); "none" removes it',
  },
  targetUrl: {
    kind: 'text',
    placeholder: 'url',
    description: 'site that web runs test by default; "none" removes it',
  },
  concurrency: {
    kind: 'integer',
    range: { min: 1, max: 1_000 },
    description: 'how many runs execute at once; 5 in a new project',
  },
  allowHost: {
    kind: 'text',
    placeholder: 'host',
    isRepeatable: true,
    description:
      'host that the browser of a run may go to, such as *.example.com; "none" allows only the first host of each run',
  },
  allowReceiver: {
    kind: 'text',
    placeholder: 'host',
    isRepeatable: true,
    description:
      'host that a group webhook may send results to, beside the origin of --result-url; "none" allows no other',
  },
} as const satisfies OptionSpecs;

const projectArgument = { name: 'project', description: 'id or name of a project' } as const;

export const projectsCreate = defineCommand({
  path: 'projects create',
  summary: 'create a project (admin key)',
  args: [{ name: 'name', description: 'its name' }],
  options: { ...projectSettings, ...connectionOptions },
  examples: ['gantry projects create Shop --target-url https://staging.example.com'],
});

export const projectsList = defineCommand({
  path: 'projects list',
  summary: 'list projects, newest first (admin key)',
  args: [],
  options: { ...limitOption('50'), ...connectionOptions },
  examples: ['gantry projects list'],
});

export const projectsShow = defineCommand({
  path: 'projects show',
  summary: 'show the settings of a project (admin key)',
  args: [{ ...projectArgument, isOptional: true }],
  options: {
    showSecret: { kind: 'flag', description: 'also show the secret that signs results' },
    ...projectOptions,
  },
  examples: ['gantry projects show', 'gantry projects show Shop --show-secret'],
});

export const projectsUpdate = defineCommand({
  path: 'projects update',
  summary: 'change the settings of a project (admin key)',
  args: [projectArgument],
  options: {
    name: { kind: 'text', description: 'new name' },
    ...projectSettings,
    ...connectionOptions,
  },
  examples: ['gantry projects update Shop --concurrency 10 --result-url https://ci.example.com/gantry'],
});

export const projectsTestWebhook = defineCommand({
  path: 'projects test-webhook',
  summary: 'send a sample result to the receiver of a project (admin key)',
  args: [{ ...projectArgument, isOptional: true }],
  options: {
    resultUrl: { kind: 'url', description: 'send it to this receiver instead' },
    ...projectOptions,
  },
  examples: [
    'gantry projects test-webhook Shop',
    'gantry projects test-webhook --result-url https://ci.example.com/gantry',
  ],
});

export const projectsRotateSecret = defineCommand({
  path: 'projects rotate-secret',
  summary: 'give a project a new secret for signing results, and print it (admin key)',
  details: 'The old secret also signs results for 24 hours, so that you can update receivers.',
  args: [{ ...projectArgument, isOptional: true }],
  options: projectOptions,
  examples: ['gantry projects rotate-secret Shop'],
});

export const projectsDelete = defineCommand({
  path: 'projects delete',
  summary: 'delete a project with everything in it (admin key)',
  args: [projectArgument],
  options: {
    yes: { kind: 'flag', description: 'do not ask' },
    ...connectionOptions,
  },
  examples: ['gantry projects delete Shop --yes'],
});

export const keysIssue = defineCommand({
  path: 'keys issue',
  summary: 'issue an API key and print it once (admin key)',
  args: [],
  options: {
    name: { kind: 'text', description: 'what it is for' },
    admin: {
      kind: 'flag',
      description: 'an admin key, for all projects and their management, instead of a project key',
    },
    ...projectOptions,
  },
  examples: ['gantry keys issue --project Shop --name CI', 'gantry keys issue --admin --name alice'],
});

export const keysList = defineCommand({
  path: 'keys list',
  summary: 'list API keys by their public part (admin key)',
  args: [],
  options: {
    admin: { kind: 'flag', description: 'admin keys, instead of the keys of a project' },
    ...limitOption('50'),
    ...projectOptions,
  },
  examples: ['gantry keys list --project Shop'],
});

export const keysRevoke = defineCommand({
  path: 'keys revoke',
  summary: 'revoke an API key; it stops working at once (admin key)',
  args: [{ name: 'key', description: 'public part of the key, as the list shows it' }],
  options: {
    admin: { kind: 'flag', description: 'an admin key, instead of a project key' },
    ...projectOptions,
  },
  examples: ['gantry keys revoke kT3xAmPl3s0n --project Shop'],
});
