import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileFault, FilesRefused, UsageError } from '../errors.ts';
import { clean } from '../terminal/text.ts';
import type { Declared } from './declaration.ts';

/** Reads all files. What has faults is not to be used: it may hold stand-ins. */
export async function readTestFiles(paths: readonly string[]): Promise<Declared & { faults: FileFault[] }> {
  const declared: Declared = { tests: [], groups: [], hasGroups: false };
  const faults: FileFault[] = [];
  // The parser takes long to load, and is loaded for these commands alone.
  const { readDeclarations } = await import('./declaration.ts');
  for (const file of await filesIn(paths))
    readDeclarations(await readFile(file, 'utf8'), file, declared, faults);
  faults.push(...duplicates(declared));
  return { ...declared, faults };
}

/** Throws if there are faults; `said` stands around their list. */
export function refuse(
  faults: readonly FileFault[],
  said: { command: string; before: string; after?: string | undefined },
): void {
  if (faults.length === 0) return;
  const lines = faults.map((fault) => `  ${faultText(fault)}`);
  const after = said.after === undefined ? [] : [said.after];
  throw new FilesRefused(faults, [said.before, ...lines, ...after], said.command);
}

export function faultText({ position, message }: FileFault): string {
  return `${position.file}:${position.line}:${position.col}: ${clean(message)}`;
}

async function filesIn(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) {
      files.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true });
    const found = entries.filter((name) => /\.ya?ml$/i.test(name) && !/(^|[\\/])\./.test(name)).sort();
    if (found.length === 0) throw new UsageError(`${path} has no .yaml or .yml file in it.`);
    files.push(...found.map((name) => join(path, name)));
  }
  return [...new Set(files)];
}

function duplicates({ tests, groups }: Declared): FileFault[] {
  const of = (noun: string, items: ReadonlyArray<{ name: string; position: FileFault['position'] }>) => {
    const first = new Map<string, FileFault['position']>();
    return items.flatMap(({ name, position }): FileFault[] => {
      const before = first.get(name);
      if (before === undefined) {
        first.set(name, position);
        return [];
      }
      return [{ position, message: `another ${noun} is called "${name}": ${before.file}:${before.line}` }];
    });
  };
  return [
    ...of(
      'test',
      tests.map(({ title, position }) => ({ name: title, position })),
    ),
    ...of('group', groups),
  ];
}
