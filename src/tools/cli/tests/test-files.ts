import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readYaml } from '../../../kernel/yaml.ts';
import { type FileFault, FilesRefused, UsageError } from '../errors.ts';
import { clean } from '../terminal/text.ts';
import { type Declared, readDeclaration } from './declaration.ts';
import { createYamlReader } from './yaml-reader.ts';

/** Reads all files. What has faults is not to be used: it may hold stand-ins. */
export async function readTestFiles(paths: readonly string[]): Promise<Declared & { faults: FileFault[] }> {
  const declared: Declared = { tests: [], groups: [], hasGroups: false };
  const faults: FileFault[] = [];
  for (const file of await filesIn(paths)) {
    for (const read of readYaml(await readFile(file, 'utf8'))) {
      faults.push(...read.faults.map(({ message, ...at }) => ({ position: { file, ...at }, message })));
      if (read.faults.length === 0) readDeclaration(createYamlReader(read, file, faults), declared);
    }
  }
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
