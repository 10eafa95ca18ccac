import type { Test } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import { type FileFault, faultDocument } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { allGroups, allTests } from '../find-named.ts';
import { filesArgument, projectOptions } from '../options.ts';
import { problemsIn, type ReadTest, readTests } from '../steps/sentences.ts';
import { counted } from '../terminal/format.ts';
import type { Declared } from './declaration.ts';
import { type ExistingGroup, type Plan, planChanges } from './plan.ts';
import { faultText, readTestFiles } from './test-files.ts';

/** Everything that `tests apply` would stop at, and nothing else of it. */
export const testsCheck = defineCommand({
  path: 'tests check',
  summary: 'check YAML files of tests: names every sentence that would not be understood',
  details:
    'It reports everything that "tests apply" would stop at, by file and line, and changes nothing. The exit code is 2 if there is a problem.',
  args: [filesArgument],
  options: projectOptions,
  examples: ['gantry tests check e2e/', 'gantry tests check tests.yaml --json'],
  async run(call): Promise<number> {
    const { args, printer } = call;
    const { faults, ...declared } = await readTestFiles(args.file);
    const found = [...faults];
    let read: ReadTest[] = [];
    if (faults.length === 0) {
      const reviewed = await review(await connect(call), declared, { prune: false });
      found.push(...reviewed.plan.faults, ...reviewed.problems);
      read = reviewed.read;
    }
    const sentences = read.reduce((sum, test) => sum + test.sentences.length, 0);
    printer.show({ tests: read.length, sentences, problems: found.map(faultDocument) }, () => [
      ...found.map(faultText),
      found.length === 0
        ? `${counted(read.length, 'test')}, ${counted(sentences, 'sentence')}: all understood.`
        : `${counted(found.length, 'problem')} found.`,
    ]);
    return found.length === 0 ? exitCodes.passed : exitCodes.usage;
  },
});

/** What applying files would do, and what a run would make of their sentences. */
export interface Review {
  existing: { tests: Test[]; groups: ExistingGroup[] };
  plan: Plan;
  read: ReadTest[];
  /** Sentences that a run would not understand. */
  problems: FileFault[];
}

/** Compares files with the project and asks the service about every sentence. It changes nothing. */
export async function review(
  connection: Connection,
  declared: Declared,
  { prune }: { prune: boolean },
): Promise<Review> {
  const existing = { tests: await allTests(connection), groups: await existingGroups(connection, declared) };
  const plan = planChanges(declared, existing, { prune });
  const read = await readTests(connection, declared.tests);
  return { existing, plan, read, problems: problemsIn(read) };
}

async function existingGroups(connection: Connection, { hasGroups }: Declared): Promise<ExistingGroup[]> {
  if (!hasGroups) return [];
  const groups: ExistingGroup[] = [];
  for (const group of await allGroups(connection)) {
    const { tests } = await connection.client.call('listTestsOfGroup', { path: { id: group.id } });
    groups.push({ ...group, titles: tests.map(({ test }) => test.title) });
  }
  return groups;
}
