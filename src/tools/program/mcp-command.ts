import { version } from '../../kernel/version.ts';
import type { Handler } from '../cli/command.ts';
import { connect, connectionSettings } from '../cli/connect.ts';
import { UsageError } from '../cli/errors.ts';
import type { mcp } from '../cli/specs/mcp.ts';
import { ToolRefusal } from '../mcp/failure.ts';
import { serveMcp } from '../mcp/serve.ts';

/** `gantry mcp`: the service that the other commands would talk to, for an agent. */
export const offerToAgent: Handler<typeof mcp> = async (call) => {
  const { io, options, signal } = call;
  const { client, projectId, namedProjectId } = await connect(call);
  const { key = '' } = await connectionSettings(call);
  await serveMcp({
    connection: { client, projectId: refusing(projectId), namedProjectId: refusing(namedProjectId) },
    apiKey: key,
    buildFolders: [process.cwd(), ...options.root],
    version,
    stdin: process.stdin,
    stdout: process.stdout,
    log: (line) => void io.stderr.write(`${line}\n`),
    signal,
  });
  return undefined;
};

/** The agent gets the messages that the user of a command line would get. */
function refusing<Value>(find: () => Promise<Value>): () => Promise<Value> {
  return () =>
    find().catch((error: unknown) => {
      throw error instanceof UsageError ? new ToolRefusal(error.message) : error;
    });
}
