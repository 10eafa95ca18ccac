import type { Io } from './io.ts';
import type { Printer } from './printer.ts';

/** `seconds` is a time such as 3600, 90m or 7d; a `switch` can also be turned off by `--no-…`. */
type ValueKind = 'flag' | 'switch' | 'text' | 'integer' | 'seconds' | 'url' | 'file' | 'folder';

export interface OptionSpec {
  readonly kind: ValueKind;
  readonly description: string;
  /** What stands for the value in the help; the kind says it otherwise. */
  readonly placeholder?: string;
  readonly choices?: readonly string[];
  readonly range?: { readonly min: number; readonly max: number };
  /** As a user would write it. */
  readonly fallback?: string;
  readonly isRepeatable?: true;
  readonly short?: string;
  /** Heading in the help, below which it stands with others of its kind. */
  readonly section?: string;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly isOptional?: true;
  /** One or more; only the last can be. */
  readonly isRepeatable?: true;
}

type ArgumentSpecs = readonly ArgumentSpec[];
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type Base<Spec extends OptionSpec> = Spec extends { kind: 'integer' | 'seconds' }
  ? number
  : Spec extends { choices: ReadonlyArray<infer Choice extends string> }
    ? Choice
    : string;

type OptionValue<Spec extends OptionSpec> = Spec extends { kind: 'flag' }
  ? boolean
  : Spec extends { kind: 'switch' }
    ? boolean | undefined
    : Spec extends { isRepeatable: true }
      ? Array<Base<Spec>>
      : Spec extends { fallback: string }
        ? Base<Spec>
        : Base<Spec> | undefined;

type ArgumentValue<Spec extends ArgumentSpec> = Spec extends { isRepeatable: true }
  ? string[]
  : Spec extends { isOptional: true }
    ? string | undefined
    : string;

type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: OptionValue<Specs[Name]>;
};

/** One call of a command: what was typed, read by its spec, and what it may use. */
interface CommandCall<Args extends ArgumentSpecs, Options extends OptionSpecs> {
  readonly args: { readonly [Arg in Args[number] as Arg['name']]: ArgumentValue<Arg> };
  readonly options: OptionValues<Options>;
  readonly io: Io;
  readonly printer: Printer;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A command as data: parsing, help and suggestions all come from it. */
interface Definition<Args extends ArgumentSpecs, Options extends OptionSpecs, Call> {
  /** Its words, such as `apps upload`. */
  readonly path: string;
  /** A phrase without a full stop. */
  readonly summary: string;
  readonly details?: string;
  readonly args: Args;
  /** By their names in code: `removeAfter` is the option `--remove-after`. */
  readonly options: Options;
  /** Options that take long to load, and are loaded only for this command. */
  readonly moreOptions?: () => Promise<OptionSpecs>;
  /** Each a whole line that can be typed. */
  readonly examples: readonly string[];
  /** It handles Ctrl-C itself. */
  readonly ownsSignals?: true;
  /** Returns the exit code; nothing is 0. */
  run(call: Call): Promise<number | undefined>;
}

/** Any command: what its `run` takes is only known to itself. */
export type Command = Definition<ArgumentSpecs, OptionSpecs, never>;

/** Keeps the literal types that `CommandCall` reads. */
export function defineCommand<const Args extends ArgumentSpecs, const Options extends OptionSpecs>(
  definition: Definition<Args, Options, CommandCall<Args, Options>>,
): Definition<Args, Options, CommandCall<Args, Options>> {
  return definition;
}

/** What a command is called with, for its helpers. */
export type CallOf<Of extends Command> = Parameters<Of['run']>[0];
