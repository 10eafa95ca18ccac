import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { pageNames, pageTitles } from './pages.ts';
import { readPage } from './read-page.ts';
import { defineTool, reading } from './tool.ts';

export const referenceTool = defineTool({
  name: 'get_steps_reference',
  title: 'Read how steps are written',
  description:
    'The reference of every sentence that a prompt or a stored test may have when the service has no language model: actions, assertions, how things are named. Read it before you write a prompt for submit_run.',
  input: z.strictObject({}),
  output: null,
  hints: reading,
  call: async () => ({ text: await readPage('steps'), structured: null }),
});

export function registerPages(server: McpServer): void {
  for (const name of pageNames) {
    const title = pageTitles[name];
    const about = { title, description: title, mimeType: 'text/markdown' };
    server.registerResource(name, `gantry://docs/${name}.md`, about, async (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: await readPage(name) }],
    }));
  }
}
