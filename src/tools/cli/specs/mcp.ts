import { defineCommand } from '../command.ts';
import { projectOptions } from '../options.ts';

const { project, url, key, retries } = projectOptions;

export const mcp = defineCommand({
  path: 'mcp',
  summary: 'give a coding agent tools for the service, through the Model Context Protocol',
  details:
    'Standard input and output carry the protocol; the agent starts this command itself. The command ends when standard input closes.',
  args: [],
  options: {
    root: {
      kind: 'folder',
      isRepeatable: true,
      description: 'also allow uploads from this folder; otherwise only from the current one',
    },
    project,
    url,
    key,
    // An agent waits for its answer: better to say soon that the service can't be reached.
    retries: { ...retries, fallback: '2' },
  },
  examples: ['gantry mcp', 'gantry mcp --project Shop --root build/outputs'],
});
