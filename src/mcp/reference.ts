import { readFile } from 'node:fs/promises';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { defineTool, reading } from './tool.ts';

const docs = new URL('../../docs/', import.meta.url);

export const referenceTool = defineTool({
  name: 'get_steps_reference',
  title: 'Read how steps are written',
  description:
    'The reference of every sentence that a prompt or a stored test may have when the service has no language model: actions, assertions, how things are named. Read it before you write a prompt for submit_run.',
  input: z.strictObject({}),
  output: null,
  hints: reading,
  call: async () => ({ text: await page('steps'), structured: null }),
});

/** Pages that help an agent to test; the others are for whoever runs the service. */
const pages = {
  concepts: 'The nouns of the service',
  steps: 'Every sentence that is understood without a model',
  runs: 'The life of a run, its states and failures',
  execution: 'How runs are carried out: verdicts, browser, phones, variables',
  groups: 'Stored tests, groups and batches',
  uploads: 'The life of an upload, every rule and every error',
};

export function registerPages(server: McpServer): void {
  for (const [name, title] of Object.entries(pages)) {
    const about = { title, description: title, mimeType: 'text/markdown' };
    server.registerResource(name, `gantry://docs/${name}.md`, about, async (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: await page(name) }],
    }));
  }
}

function page(name: string): Promise<string> {
  return readFile(new URL(`${name}.md`, docs), 'utf8');
}
