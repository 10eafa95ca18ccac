import type { CommandCall, Handler } from '../command.ts';
import type { Program } from '../run-cli.ts';
import type { completion } from '../specs/access.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { levelsOf } from './words.ts';
import { zshScript } from './zsh.ts';

const scripts: Record<string, typeof bashScript> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints the script for a shell; everything in it comes from the table of commands. */
export function completionOf({ commands, nouns }: Program): Handler<typeof completion> {
  return async ({ args, io }: CommandCall<typeof completion>) => {
    const script = scripts[args.shell];
    io.stdout.write(script?.(await levelsOf(commands, nouns)) ?? '');
    return undefined;
  };
}
