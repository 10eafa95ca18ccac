import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, LineCounter, parseAllDocuments } from 'yaml';
import { UsageError } from '../errors.ts';
import { clean } from '../terminal/text.ts';
import { type Declared, readDeclaration } from './declaration.ts';
import { createYamlReader, type Fault } from './yaml-reader.ts';

/** Reads all files, or throws a `UsageError` that names every fault by file and line. */
export async function readTestFiles(paths: readonly string[]): Promise<Declared> {
  const declared: Declared = { tests: [], groups: [], hasGroups: false };
  const faults: Fault[] = [];
  for (const file of await filesIn(paths)) {
    const lines = new LineCounter();
    const documents: Document[] = [
      ...parseAllDocuments(await readFile(file, 'utf8'), { lineCounter: lines, prettyErrors: false }),
    ];
    for (const document of documents) {
      const placeOf = (offset: number) => ({ file, ...lines.linePos(offset) });
      faults.push(
        ...document.errors.map(({ pos, message }) => ({
          place: placeOf(pos[0]),
          message: firstLine(message),
        })),
      );
      if (document.errors.length > 0) continue;
      readDeclaration(createYamlReader(document, placeOf, faults), declared);
    }
  }
  faults.push(...duplicates(declared));
  refuse(faults);
  return declared;
}

export function refuse(faults: readonly Fault[], advice?: string): void {
  if (faults.length === 0) return;
  const lines = faults.map((fault) => `  ${faultText(fault)}`);
  throw new UsageError(
    ['Nothing was changed:', ...lines, ...(advice === undefined ? [] : [advice])].join('\n'),
  );
}

export function faultText({ place, message }: Fault): string {
  return `${place.file}:${place.line}:${place.col}: ${clean(message)}`;
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

function duplicates({ tests, groups }: Declared): Fault[] {
  const of = (noun: string, items: ReadonlyArray<{ name: string; place: Fault['place'] }>) => {
    const first = new Map<string, Fault['place']>();
    return items.flatMap(({ name, place }): Fault[] => {
      const before = first.get(name);
      if (before === undefined) {
        first.set(name, place);
        return [];
      }
      return [{ place, message: `another ${noun} is called "${name}": ${before.file}:${before.line}` }];
    });
  };
  return [
    ...of(
      'test',
      tests.map(({ title, place }) => ({ name: title, place })),
    ),
    ...of('group', groups),
  ];
}

function firstLine(message: string): string {
  return message.split('\n')[0]?.trim() ?? message;
}
