import { flagName } from '../../kernel/settings.ts';
import type { ArgumentSpec, Command, OptionSpec, OptionSpecs } from './command.ts';
import { exitCodeHelp } from './exit-codes.ts';
import { takesValue } from './parse-arguments.ts';
import { padded, widthOf, wrapped } from './terminal/text.ts';

/** What the commands of one word are about. */
export type Nouns = Readonly<Record<string, string>>;

/** Of the whole program. */
export function rootHelp(commands: readonly Command[], nouns: Nouns, width: number): string {
  const words = [...new Set(commands.map(({ path }) => path.split(' ')[0] ?? ''))];
  const rows = words.map((word) => {
    const ours = commands.filter(({ path }) => path === word || path.startsWith(`${word} `));
    const verbs = ours.map(({ path }) => path.slice(word.length + 1)).join('|');
    return [`${word} ${verbs}`.trim(), nouns[word] ?? ours[0]?.summary ?? ''] as const;
  });
  return text([
    'Usage: gantry <command> [options]',
    '',
    'Commands:',
    ...twoColumns(rows, width),
    '',
    'Exit codes:',
    ...twoColumns(
      exitCodeHelp.map(([code, meaning]) => [String(code), meaning]),
      width,
    ),
    '',
    'Start with:',
    '  gantry serve',
    '  gantry login',
    '  gantry runs submit \'Open https://example.com. See "Example Domain".\' --wait',
    '',
    '"gantry help <command>" or --help anywhere shows more. "gantry --version" prints the version.',
  ]);
}

/** Of all commands that begin with the same words. */
export function groupHelp(commands: readonly Command[], path: string, nouns: Nouns, width: number): string {
  const ours = commands.filter((command) => command.path.startsWith(`${path} `));
  const about = nouns[path];
  return text([
    `Usage: gantry ${path} <command> [options]`,
    ...(about === undefined ? [] : ['', sentence(about)]),
    '',
    'Commands:',
    ...twoColumns(
      ours.map((command) => [usage(command), command.summary]),
      width,
    ),
    '',
    'Examples:',
    ...ours.flatMap(({ examples: [example] }) => (example === undefined ? [] : [`  ${example}`])),
  ]);
}

export function commandHelp(command: Command, options: OptionSpecs, width: number): string {
  const bySection = new Map<string, Array<readonly [string, string]>>();
  for (const [name, option] of Object.entries(options)) {
    const section = option.section ?? 'Options';
    bySection.set(section, [...(bySection.get(section) ?? []), optionRow(name, option)]);
  }
  bySection.set('Output', [...(bySection.get('Output') ?? []), ['-h, --help', 'show this']]);
  const sections = [...bySection].sort(([a], [b]) => sectionOrder(a) - sectionOrder(b));
  return text([
    `Usage: gantry ${usage(command)} [options]`,
    '',
    ...wrapped(sentence(command.summary), width),
    ...(command.details === undefined ? [] : ['', ...wrapped(command.details, width)]),
    ...(command.args.length === 0 ? [] : ['', 'Arguments:']),
    ...twoColumns(
      command.args.map((arg) => [placeholderOf(arg), arg.description]),
      width,
    ),
    ...sections.flatMap(([section, rows]) => ['', `${section}:`, ...twoColumns(rows, width)]),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ]);
}

function usage({ path, args }: Command): string {
  return [path, ...args.map(placeholderOf)].join(' ');
}

function placeholderOf({ name, isOptional, isRepeatable }: ArgumentSpec): string {
  const shown = `<${name}>${isRepeatable ? ' …' : ''}`;
  return isOptional ? `[${shown}]` : shown;
}

const kindPlaceholders: Record<string, string> = { integer: 'number', seconds: 'time' };

function optionRow(name: string, option: OptionSpec): readonly [string, string] {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const value =
    option.placeholder ?? option.choices?.join('|') ?? kindPlaceholders[option.kind] ?? option.kind;
  const label = `${short}--${flagName(name)}${takesValue(option) ? ` <${value}>` : ''}`;
  const notes = [
    ...(option.fallback === undefined ? [] : [option.fallback]),
    ...(option.isRepeatable ? ['can be repeated'] : []),
  ];
  return [label, `${option.description}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`];
}

function sectionOrder(section: string): number {
  return ['Options', 'Connection', 'Output'].indexOf(section);
}

const widestLabel = 34;

/** Beside each other; below each other where the labels leave no room for what they mean. */
function twoColumns(rows: ReadonlyArray<readonly [string, string]>, width: number): string[] {
  const widest = Math.max(0, ...rows.map(([label]) => widthOf(label)));
  if (widest > widestLabel) {
    return rows.flatMap(([label, meaning]) => [`  ${label}`, ...indented(wrapped(meaning, width - 6), 6)]);
  }
  return rows.flatMap(([label, meaning]) => {
    const [first = '', ...rest] = wrapped(meaning, Math.max(20, width - widest - 4));
    return [`  ${padded(label, widest)}  ${first}`, ...indented(rest, widest + 4)];
  });
}

function indented(lines: readonly string[], by: number): string[] {
  return lines.map((line) => ' '.repeat(by) + line);
}

function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
