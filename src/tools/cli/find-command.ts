import { flagName } from '../../kernel/settings.ts';
import type { Command } from './command.ts';
import { UsageError } from './errors.ts';
import { connectionOptions } from './options.ts';
import { takesValue } from './parse-arguments.ts';
import { didYouMean } from './suggest.ts';

export interface Found {
  /** The words of a command, or of several that begin with them. */
  path: string;
  /** Null where more words are needed, as with `gantry apps`. */
  command: Command | null;
  /** What is left to be read as arguments and options. */
  rest: string[];
}

/** Options may stand before, between and behind the words of a command. */
export function findCommand(commands: readonly Command[], argv: readonly string[]): Found {
  const path: string[] = [];
  const rest: string[] = [];
  let found: Command | null = null;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (found !== null || word === '--') {
      rest.push(...argv.slice(at));
      break;
    }
    if (word.startsWith('-')) {
      const words = optionsWithValue.has(word) ? 2 : 1;
      rest.push(...argv.slice(at, at + words));
      at += words - 1;
      continue;
    }
    path.push(word);
    const typed = path.join(' ');
    found = commands.find((command) => command.path === typed) ?? null;
    if (found === null && !commands.some((command) => command.path.startsWith(`${typed} `))) {
      throw new UsageError(unknownCommand(commands, path), path.slice(0, -1).join(' '));
    }
  }
  return { path: path.join(' '), command: found, rest };
}

/** Those that any command may have, and that are therefore understood before it is known which one it is. */
const optionsWithValue = new Set(
  Object.entries(connectionOptions)
    .filter(([, option]) => takesValue(option))
    .map(([name]) => `--${flagName(name)}`)
    .concat('--project'),
);

function unknownCommand(commands: readonly Command[], path: readonly string[]): string {
  const typed = path.join(' ');
  const paths = commands.map((command) => command.path);
  const byVerb = paths.filter((known) => known.endsWith(` ${typed}`));
  if (byVerb.length > 0) {
    return `There is no command "${typed}". Did you mean ${byVerb.map((known) => `"${known}"`).join(' or ')}?`;
  }
  const siblings = paths.map((known) => known.split(' ').slice(0, path.length).join(' '));
  return `There is no command "${typed}".${didYouMean(typed, [...new Set([...siblings, ...paths])])}`;
}
