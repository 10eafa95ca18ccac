import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult, ProgressNotification } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { Execution } from '../../../src/service/worker/worker.ts';
import { executionBy } from '../../support/scripted-execution.mjs';
import { adminKey, createTestFolder } from '../../support/service.js';

export const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

type Progress = ProgressNotification['params'];

export interface Agent {
  client: Client;
  /** The folder that the program was started in. */
  folder: string;
  err(): string;
  call(name: string, input?: Record<string, unknown>, options?: CallOptions): Promise<Told>;
}

export interface CallOptions {
  onprogress?: (progress: Omit<Progress, 'progressToken'>) => void;
  signal?: AbortSignal;
}

export interface Told {
  text: string;
  isError: boolean;
  content: CallToolResult['content'];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  structured: any;
}

/** What the program of the tests finds in its environment: nothing of the person who runs them. */
export function environment(url: string, folder: string): Record<string, string> {
  return { GANTRY_URL: url, GANTRY_API_KEY: adminKey, HOME: folder, XDG_CONFIG_HOME: folder };
}

/** The SDK's own client and the real program, which ends with the test. */
export async function openAgent(url: string, args: string[] = [], program = main): Promise<Agent> {
  const folder = await createTestFolder();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...args],
    env: environment(url, folder),
    cwd: folder,
    stderr: 'pipe',
  });
  let err = '';
  transport.stderr?.on('data', (chunk) => (err += chunk));
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  // Knows the schemas of the answers from here on, and holds the server to them.
  await client.listTools();
  return {
    client,
    folder,
    err: () => err,
    async call(name, input = {}, options = {}) {
      const result = (await client.callTool({ name, arguments: input }, undefined, {
        timeout: 115_000,
        ...options,
      })) as CallToolResult;
      const text = result.content.map((item) => (item.type === 'text' ? item.text : '')).join('');
      return {
        text,
        isError: result.isError ?? false,
        content: result.content,
        structured: result.structuredContent,
      };
    },
  };
}

export const platforms = ['web', 'ios', 'android'] as const;

/** Each line of the prompt is a step that leaves the picture that `pictures` has at its place. */
export function picturedExecution(pictures: readonly Buffer[]): Execution {
  return executionBy(
    async ({ task }, report) => {
      for (const [at, title] of (task.prompt ?? '').split('\n').entries()) {
        const picture = pictures[at];
        report.step({
          title,
          type: 'assert',
          status: title.startsWith('miss') ? 'failed' : 'passed',
          summary: null,
          error: null,
          startedAtMs: 0,
          completedAtMs: 0,
          screenshotUrl: picture === undefined ? null : await report.screenshot(picture),
          sceneUrl: null,
          hierarchyUrl: null,
          sentences: null,
        });
      }
    },
    { platforms },
  );
}
