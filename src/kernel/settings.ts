import { StartupError } from './errors.ts';
import { parseUrl } from './url.ts';

/** One setting: how its text is read, what it is when absent, and what the help says. */
interface Setting<T> {
  parse(text: string): T;
  readonly fallback: T;
  /** As a user would write it; empty where there is none. */
  readonly fallbackText: string;
  readonly help: string;
  readonly shape: string;
  readonly isFlag: boolean;
}

export type SettingValues<S extends Record<string, Setting<unknown>>> = {
  [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

export class ConfigError extends StartupError {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

class Unreadable extends Error {}

export const setting = {
  text: (fallback: string, help: string): Setting<string> => make(nonEmpty, fallback, help, 'text'),
  optionalText: (help: string): Setting<string | undefined> => make(nonEmpty, undefined, help, 'text'),
  flag: (fallback: boolean, help: string): Setting<boolean> => ({
    ...make(parseBoolean, fallback, help, 'true|false'),
    isFlag: true,
  }),
  integer: (fallback: number, range: { min: number; max: number }, help: string): Setting<number> =>
    make((text) => parseInteger(text, range), fallback, help, 'number'),
  optionalInteger: (range: { min: number; max: number }, help: string): Setting<number | undefined> =>
    make((text) => parseInteger(text, range), undefined, help, 'number'),
  choice: <const T extends string>(choices: readonly T[], fallback: T, help: string): Setting<T> =>
    make((text) => parseChoice(text, choices), fallback, help, choices.join('|')),
  url: (schemes: readonly string[], help: string): Setting<string | undefined> =>
    make((text) => checkedUrl(text, schemes).replace(/\/+$/, ''), undefined, help, 'url'),
  connectionUrl: (schemes: readonly string[], help: string): Setting<string | undefined> =>
    make((text) => checkedUrl(text, schemes), undefined, help, 'url'),
  /**
   * For what a reader of its own understands; it throws one sentence that says what the text must be. `fallbackText` is
   * what a user would write for the fallback; empty where there is nothing to write.
   */
  parsed: <T>(
    parse: (text: string) => T,
    fallback: NoInfer<T>,
    fallbackText: string,
    shape: string,
    help: string,
  ): Setting<T> => ({
    ...make((text) => readable(parse, text), fallback, help, shape),
    fallbackText,
  }),
  secret: (pattern: RegExp, form: string, help: string): Setting<string | undefined> =>
    make((text) => parsePattern(text, pattern, form), undefined, `${help}; ${form}`, 'secret'),
};

export function variableName(name: string): string {
  return `GANTRY_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

export function flagName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Variables that look like settings but are none: probably misspelt. */
export function unknownVariables(
  settings: object,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const known = new Set(Object.keys(settings).map(variableName));
  return Object.keys(env).filter((name) => name.startsWith('GANTRY_') && !known.has(name));
}

/** Flags win over variables; an empty variable counts as absent. No fault message repeats a value: it may be a secret. */
export function readSettings<S extends Record<string, Setting<unknown>>>(
  settings: S,
  flags: Readonly<Record<string, string | boolean | undefined>>,
  env: Readonly<Record<string, string | undefined>>,
  findConflicts: (values: SettingValues<S>, isAbsent: (name: keyof S) => boolean) => string[],
): SettingValues<S> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  const unreadable = new Set<keyof S>();
  for (const [name, { parse, fallback }] of Object.entries(settings)) {
    const flag = flags[flagName(name)];
    const text = flag === undefined ? env[variableName(name)] : String(flag);
    try {
      values[name] = text === undefined || text === '' ? fallback : parse(text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      faults.push(`${flag === undefined ? variableName(name) : `--${flagName(name)}`} ${error.message}`);
      unreadable.add(name);
      values[name] = fallback;
    }
  }
  // Each value came out of its own setting's parse or fallback, which the mapped type restates.
  const complete = values as SettingValues<S>;
  const isAbsent = (name: keyof S) => complete[name] === undefined && !unreadable.has(name);
  faults.push(...findConflicts(complete, isAbsent));
  if (faults.length > 0) throw new ConfigError(faults);
  return complete;
}

function make<T>(parse: (text: string) => T, fallback: T, help: string, shape: string): Setting<T> {
  const fallbackText = fallback === undefined ? '' : String(fallback);
  return { parse, fallback, fallbackText, help, shape, isFlag: false };
}

function nonEmpty(text: string): string {
  return text;
}

function readable<T>(parse: (text: string) => T, text: string): T {
  try {
    return parse(text);
  } catch (error) {
    throw new Unreadable(`has a fault: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseBoolean(text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new Unreadable('must be true or false');
}

function parseInteger(text: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Unreadable(`must be a whole number from ${min} to ${max}`);
}

function parseChoice<T extends string>(text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new Unreadable(`must be one of ${choices.join(', ')}`);
  return choice;
}

function checkedUrl(text: string, schemes: readonly string[]): string {
  const url = parseUrl(text);
  if (url === null || !schemes.includes(url.protocol.slice(0, -1))) {
    throw new Unreadable(
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    );
  }
  return text;
}

function parsePattern(text: string, pattern: RegExp, form: string): string {
  if (!pattern.test(text)) throw new Unreadable(`must be ${form}`);
  return text;
}
