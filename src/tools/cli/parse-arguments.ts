import { parseArgs } from 'node:util';
import { flagName } from '../../kernel/settings.ts';
import type { Command, OptionSpec, OptionSpecs } from './command.ts';
import { UsageError } from './errors.ts';
import { didYouMean } from './suggest.ts';
import { parseValue } from './values.ts';

interface ParsedArguments {
  args: Record<string, string | string[] | undefined>;
  options: Record<string, unknown>;
}

/** Reads what was typed behind the words of a command. Throws `UsageError`. */
export function parseArguments(
  command: Pick<Command, 'path' | 'args'>,
  specs: OptionSpecs,
  argv: readonly string[],
): ParsedArguments {
  const byFlag = new Map(Object.entries(specs).map(([name, option]) => [flagName(name), { name, option }]));
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      [...byFlag].map(([flag, { option }]) => [
        flag,
        {
          type: takesValue(option) ? ('string' as const) : ('boolean' as const),
          ...(option.short !== undefined && { short: option.short }),
        },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, unknown[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, value } = readOption(token, byFlag);
    given.set(name, [...(given.get(name) ?? []), value]);
  }
  return { args: readWords(command, words), options: collect(specs, given) };
}

export function takesValue({ kind }: OptionSpec): boolean {
  return kind !== 'flag' && kind !== 'switch';
}

interface OptionToken {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

type ByFlag = ReadonlyMap<string, { name: string; option: OptionSpec }>;

function readOption(token: OptionToken, byFlag: ByFlag): { name: string; value: unknown } {
  const positive = token.name.startsWith('no-') ? byFlag.get(token.name.slice(3)) : undefined;
  if (positive?.option.kind === 'switch') return { name: positive.name, value: false };
  const found = byFlag.get(token.name);
  if (found === undefined) throw new UsageError(unknownOption(token.rawName, byFlag));
  const { name, option } = found;
  if (!takesValue(option)) {
    if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`);
    return { name, value: true };
  }
  const { value } = token;
  if (value === undefined) throw new UsageError(`${token.rawName} needs a value.`);
  if (!token.inlineValue && /^-./.test(value)) {
    throw new UsageError(
      `${token.rawName} needs a value. One that begins with a dash is written ${token.rawName}=${value}`,
    );
  }
  return { name, value: parseValue(token.rawName, option, value) };
}

function unknownOption(typed: string, byFlag: ByFlag): string {
  const flags = [...byFlag].flatMap(([flag, { option }]) => [
    `--${flag}`,
    ...(option.kind === 'switch' ? [`--no-${flag}`] : []),
  ]);
  return `There is no option ${typed}.${didYouMean(typed, [...flags, '--help'])}`;
}

function collect(specs: OptionSpecs, given: ReadonlyMap<string, unknown[]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, option]) => {
      const values = given.get(name);
      if (option.isRepeatable) return [name, values ?? []];
      if (values !== undefined) return [name, values.at(-1)];
      if (option.kind === 'flag') return [name, false];
      const { fallback } = option;
      return [name, fallback === undefined ? undefined : parseValue(`--${flagName(name)}`, option, fallback)];
    }),
  );
}

function readWords(
  { path, args }: Pick<Command, 'path' | 'args'>,
  words: readonly string[],
): ParsedArguments['args'] {
  const rest = [...words];
  const values: ParsedArguments['args'] = {};
  for (const { name, choices, isOptional, isRepeatable } of args) {
    const taken = isRepeatable ? rest.splice(0) : rest.splice(0, 1);
    if (taken.length === 0 && !isOptional) throw new UsageError(`"gantry ${path}" needs <${name}>.`);
    // A variable that is not set leaves an empty word, which would name something else, or nothing.
    if (taken.includes('')) throw new UsageError(`<${name}> is empty.`);
    const wrong = choices === undefined ? undefined : taken.find((word) => !choices.includes(word));
    if (wrong !== undefined && choices !== undefined) {
      throw new UsageError(`<${name}> must be one of ${choices.join(', ')}.${didYouMean(wrong, choices)}`);
    }
    values[name] = isRepeatable ? taken : taken[0];
  }
  if (rest.length === 0) return values;
  const takes =
    args.length === 0 ? 'takes no arguments' : `takes only ${args.map(({ name }) => `<${name}>`).join(' ')}`;
  throw new UsageError(`"gantry ${path}" ${takes}: "${rest[0]}" is too much.`);
}
