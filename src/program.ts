import { readFile } from 'node:fs/promises';
import { command } from './cli/command.ts';
import { clientCommands, nouns } from './cli/commands.ts';
import type { Program } from './cli/run-cli.ts';
import { completion } from './cli/specs/access.ts';
import { mcp } from './cli/specs/mcp.ts';
import { doctor, serve } from './cli/specs/service.ts';

const settingOptions = async () => (await import('./service-commands.ts')).settingOptions();

/** Everything that `gantry` can do. What it needs is loaded when it is asked for: the service takes a second. */
export const program: Program = {
  commands: [
    command(serve, async () => (await import('./service-commands.ts')).serveUntilStopped, {
      moreOptions: settingOptions,
      ownsSignals: true,
    }),
    command(doctor, async () => (await import('./service-commands.ts')).examineMachine, {
      moreOptions: settingOptions,
      ownsSignals: true,
    }),
    ...clientCommands,
    command(mcp, async () => (await import('./mcp-command.ts')).offerToAgent(await program.version())),
    command(completion, async () => (await import('./cli/completion/completion.ts')).completionOf(program)),
  ],
  nouns,
  async version() {
    const manifest: { version: string } = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    );
    return manifest.version;
  },
};
