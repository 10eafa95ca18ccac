import { flagName } from '../../../kernel/settings.ts';
import type { Command, OptionSpecs } from '../command.ts';
import { takesValue } from '../parse-arguments.ts';

/** What a value can be completed with. */
export type Completed =
  | { kind: 'nothing' }
  | { kind: 'files' }
  | { kind: 'folders' }
  | { kind: 'words'; words: readonly string[] };

export interface CompletedOption {
  /** `--remove-after`. */
  flag: string;
  short: string | null;
  description: string;
  /** Null where it takes no value. */
  value: Completed | null;
}

/** What can follow the words of a command, or those that begin several. */
export interface Level {
  path: string;
  /** The next words. */
  children: ReadonlyArray<{ word: string; summary: string }>;
  options: readonly CompletedOption[];
  /** What its arguments can be. */
  argument: Completed;
}

/** Every place in the tree of commands. The first one is where nothing is typed yet. */
export async function levelsOf(
  commands: readonly Command[],
  nouns: Readonly<Record<string, string>>,
): Promise<Level[]> {
  const paths = new Set(['']);
  for (const { spec } of commands) {
    const words = spec.path.split(' ');
    for (let count = 1; count <= words.length; count += 1) paths.add(words.slice(0, count).join(' '));
  }
  return Promise.all([...paths].map((path) => levelAt(path, commands, nouns)));
}

async function levelAt(
  path: string,
  commands: readonly Command[],
  nouns: Readonly<Record<string, string>>,
): Promise<Level> {
  const prefix = path === '' ? '' : `${path} `;
  const children = new Map<string, string>();
  for (const { spec } of commands) {
    if (spec.path === path || !spec.path.startsWith(prefix)) continue;
    const word = spec.path.slice(prefix.length).split(' ')[0] ?? '';
    children.set(word, spec.path === prefix + word ? spec.summary : (nouns[word] ?? ''));
  }
  if (path === '') children.set('help', 'show how a command is used');
  const command = commands.find(({ spec }) => spec.path === path);
  const specs = { ...command?.spec.options, ...(await command?.moreOptions?.()) };
  const [argument] = command?.spec.args.filter(({ kind, choices }) => kind ?? choices) ?? [];
  return {
    path,
    children: [...children].map(([word, summary]) => ({ word, summary })),
    options: [...optionsOf(specs), help],
    argument: completedBy(argument?.kind, argument?.choices),
  };
}

const help: CompletedOption = { flag: '--help', short: 'h', description: 'show how it is used', value: null };

function optionsOf(specs: OptionSpecs): CompletedOption[] {
  return Object.entries(specs).flatMap(([name, spec]) => {
    const flag = flagName(name);
    const option = {
      flag: `--${flag}`,
      short: spec.short ?? null,
      description: spec.description,
      value: takesValue(spec) ? completedBy(spec.kind, spec.choices) : null,
    };
    return spec.kind === 'switch' ? [option, { ...option, flag: `--no-${flag}` }] : [option];
  });
}

function completedBy(kind: string | undefined, choices: readonly string[] | undefined): Completed {
  if (choices !== undefined) return { kind: 'words', words: choices };
  if (kind === 'file') return { kind: 'files' };
  return { kind: kind === 'folder' ? 'folders' : 'nothing' };
}
