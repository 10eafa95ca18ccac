import { version } from '../../kernel/version.ts';
import { type Command, command } from '../cli/command.ts';
import { nouns } from '../cli/commands.ts';
import type { Program } from '../cli/run-cli.ts';
import { completion } from '../cli/specs/access.ts';

/** A program of these commands, and the one that completes them in a shell. */
export function createProgram(
  commands: readonly Command[],
  elsewhere: Program['elsewhere'] = new Map(),
): Program {
  const program: Program = {
    commands: [
      ...commands,
      command(completion, async () =>
        (await import('../cli/completion/completion.ts')).completionOf(program),
      ),
    ],
    nouns,
    version,
    elsewhere,
  };
  return program;
}
