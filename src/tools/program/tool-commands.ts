import { type Command, command } from '../cli/command.ts';
import { clientCommands } from '../cli/commands.ts';
import { githubAction } from '../cli/specs/github-action.ts';
import { mcp } from '../cli/specs/mcp.ts';

/** Every command that needs a service to talk to, and nothing that only its machine has. */
export const toolCommands: readonly Command[] = [
  ...clientCommands,
  command(mcp, async () => (await import('./mcp-command.ts')).offerToAgent),
  command(githubAction, async () => (await import('../action/github-action.ts')).runStepOfJob, {
    ownsSignals: true,
  }),
];
