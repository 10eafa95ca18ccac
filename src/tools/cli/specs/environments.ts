import { defineCommand } from '../command.ts';
import { projectOptions } from '../options.ts';

const environmentArgument = { name: 'environment', description: 'id or name of an environment' } as const;

export const environmentsList = defineCommand({
  path: 'environments list',
  summary: 'list the environments of a project, by name',
  args: [],
  options: projectOptions,
  examples: ['gantry environments list'],
});

export const environmentsCreate = defineCommand({
  path: 'environments create',
  summary: 'add an environment to a project (admin key)',
  args: [
    { name: 'name', description: 'its name' },
    { name: 'address', description: 'address that web runs test' },
  ],
  options: projectOptions,
  examples: ['gantry environments create Staging https://staging.example.com'],
});

export const environmentsUpdate = defineCommand({
  path: 'environments update',
  summary: 'change the name or the address of an environment (admin key)',
  args: [environmentArgument],
  options: {
    name: { kind: 'text', description: 'new name' },
    targetUrl: { kind: 'url', description: 'address that web runs test from now on' },
    ...projectOptions,
  },
  examples: ['gantry environments update Staging --target-url https://staging-2.example.com'],
});

export const environmentsDelete = defineCommand({
  path: 'environments delete',
  summary: 'delete an environment; its runs are kept (admin key)',
  args: [environmentArgument],
  options: projectOptions,
  examples: ['gantry environments delete Staging'],
});
