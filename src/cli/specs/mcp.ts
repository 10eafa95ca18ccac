import { defineCommand } from '../command.ts';
import { projectOptions } from '../options.ts';

const { project, url, key, retries } = projectOptions;

export const mcp = defineCommand({
  path: 'mcp',
  summary: 'offer the service to a coding agent, by the Model Context Protocol',
  details:
    'Standard input and output carry the protocol; an agent starts this command by itself. It ends with standard input.',
  args: [],
  options: {
    root: {
      kind: 'folder',
      isRepeatable: true,
      description: 'builds may also be uploaded from this folder; else only from the current one',
    },
    project,
    url,
    key,
    // An agent waits for its answer: better to say soon that the service is out of reach.
    retries: { ...retries, fallback: '2' },
  },
  examples: ['gantry mcp', 'gantry mcp --project Shop --root build/outputs'],
});
