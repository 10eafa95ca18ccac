import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { tellingWarnings, type Warning } from '../../client/index.ts';
import type { Connection } from '../cli/connect.ts';
import type { BuildFolders } from './build-folders.ts';
import { describeFailure } from './failure.ts';
import { type Progress, reportProgress } from './progress.ts';

/** What the tools work on. */
export interface ToolContext extends Connection {
  builds: BuildFolders;
}

/** A tool as data: what it is called, what it takes and answers, and what it does. */
interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject | null> {
  name: string;
  title: string;
  /** Says to an agent when to use it and what to do next. */
  description: string;
  input: Input;
  /** Null where the content is all: clients that prefer structured content would leave a page or an image out. */
  output: Output;
  hints: ToolAnnotations;
  call(context: ToolContext, input: z.output<Input>, call: ToolCall): Promise<Reply<Structured<Output>>>;
}

type Structured<Output> = Output extends z.ZodObject ? z.output<Output> : null;

export interface ToolCall {
  /** Aborted when the client takes its call back. */
  signal: AbortSignal;
  progress: Progress;
}

export interface Reply<Structured> {
  /** Short, and enough to act on for a client that shows nothing else. */
  text: string;
  structured: Structured;
  image?: { data: string; mimeType: string };
}

export interface ToolHost {
  context: ToolContext;
  /** Covers the key wherever it might stand. */
  mask(text: string): string;
  onFault(tool: string, error: unknown): void;
}

export interface Tool {
  name: string;
  register(server: McpServer, host: ToolHost): void;
}

export const reading: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
/** Makes something new each time, and touches nothing that is there. */
export const creating: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject | null>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, hints, input, output } = definition;
  return {
    name,
    register(server, host) {
      server.registerTool<z.ZodObject, z.ZodObject>(
        name,
        {
          title,
          description,
          inputSchema: input,
          ...(output !== null && { outputSchema: output.extend({ warnings }) }),
          annotations: { title, ...hints },
        },
        async (given, extra) => {
          const progress = reportProgress(extra);
          const told: Warning[] = [];
          const client = tellingWarnings(host.context.client, (warning) => told.push(warning));
          try {
            const call = { signal: extra.signal, progress };
            const reply = await definition.call({ ...host.context, client }, given as z.output<Input>, call);
            return masked(toResult(withWarnings(reply, told)), host.mask);
          } catch (error) {
            return masked(toError(name, error, { signal: extra.signal, onFault: host.onFault }), host.mask);
          } finally {
            progress.end();
          }
        },
      );
    },
  };
}

const warnings = z
  .array(z.object({ path: z.string(), message: z.string() }))
  .optional()
  .describe('What the service has not taken from the call');

function withWarnings(
  { text, structured, ...others }: Reply<Record<string, unknown> | null>,
  told: readonly Warning[],
): Reply<Record<string, unknown> | null> {
  if (told.length === 0) return { text, structured, ...others };
  const lines = told.map(({ path, message }) => `Warning: ${path}: ${message}`);
  return {
    ...others,
    text: [text, ...lines].join('\n'),
    structured: structured && { ...structured, warnings: told },
  };
}

function toResult({ text, structured, image }: Reply<Record<string, unknown> | null>): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  if (image) content.unshift({ type: 'image', ...image });
  return { content, ...(structured !== null && { structuredContent: structured }) };
}

function toError(tool: string, error: unknown, { signal, onFault }: Fault): CallToolResult {
  const text = describeFailure(error);
  // The client ignores the answer to a call that it has cancelled.
  if (text === null && !signal.aborted) onFault(tool, error);
  const shown = text ?? 'Internal: The MCP server has failed at this; its log on standard error says why.';
  return { content: [{ type: 'text', text: shown }], isError: true };
}

interface Fault {
  signal: AbortSignal;
  onFault: ToolHost['onFault'];
}

function masked(result: CallToolResult, mask: (text: string) => string): CallToolResult {
  return JSON.parse(JSON.stringify(result), (_name, value) =>
    typeof value === 'string' ? mask(value) : value,
  );
}
