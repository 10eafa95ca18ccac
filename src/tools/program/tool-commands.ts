import { version } from '../../kernel/version.ts';
import { githubAction } from '../action/github-action.ts';
import { type Command, defineCommand } from '../cli/command.ts';
import { clientCommands } from '../cli/commands.ts';
import { connect, connectionSettings } from '../cli/connect.ts';
import { UsageError } from '../cli/errors.ts';
import { projectOptions } from '../cli/options.ts';
import { ToolRefusal } from '../mcp/failure.ts';

const { project, url, key, retries } = projectOptions;

const mcp = defineCommand({
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
  async run(call): Promise<undefined> {
    const { io, options, signal } = call;
    const { client, projectId, namedProjectId } = await connect(call);
    const { key = '' } = await connectionSettings(call);
    const { serveMcp } = await import('../mcp/serve.ts');
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
  },
});

/** The agent gets the messages that the user of a command line would get. */
function refusing<Value>(find: () => Promise<Value>): () => Promise<Value> {
  return () =>
    find().catch((error: unknown) => {
      throw error instanceof UsageError ? new ToolRefusal(error.message) : error;
    });
}

/** Every command that needs a service to talk to, and nothing that only its machine has. */
export const toolCommands: readonly Command[] = [...clientCommands, mcp, githubAction];
