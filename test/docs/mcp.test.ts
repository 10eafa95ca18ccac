import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { adminKey, createTestFolder, startTestService } from '../support/service.js';
import { blocksOf } from './blocks.js';

it('the configuration of docs/mcp.md starts the tools, with the address and the key filled in', async () => {
  const service = await startTestService();
  const [block = ''] = await blocksOf('docs/mcp.md', 'json');
  const filledIn = block.replaceAll('http://127.0.0.1:4270', service.url).replace('gk_…', adminKey);
  const { command, args, env } = JSON.parse(filledIn).mcpServers.gantry;
  const folder = await createTestFolder();
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...env, PATH: process.env.PATH ?? '', HOME: folder, npm_config_cache: join(folder, 'cache') },
    cwd: folder,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('submit_run');
});
