import { defineCommand } from '../command.ts';

export const githubAction = defineCommand({
  path: 'github-action',
  summary: 'run the step of a GitHub job; reads the inputs of action.yml from environment variables',
  args: [],
  options: {},
  examples: ['INPUT_URL=http://127.0.0.1:4270 INPUT_GROUP=Smoke gantry github-action'],
});
