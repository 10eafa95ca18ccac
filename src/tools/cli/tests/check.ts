import { GantryError, type Test } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { type Connecting, type Connection, connect } from '../connect.ts';
import { type FileFault, faultDocument } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { allGroups, allTests } from '../find-named.ts';
import { filesArgument, projectOptions } from '../options.ts';
import { problemMessage, problemsIn, type ReadTest, readTests } from '../steps/sentences.ts';
import { counted } from '../terminal/format.ts';
import type { StatusLine } from '../terminal/status-line.ts';
import { clean } from '../terminal/text.ts';
import { type Changed, changedDocument, changedIn, changedLines } from './changed.ts';
import type { Declared } from './declaration.ts';
import { type ExistingGroup, type Plan, planChanges } from './plan.ts';
import { faultText, readTestFiles } from './test-files.ts';

/** Everything that `tests apply` would stop at, and what has changed its meaning. */
export const testsCheck = defineCommand({
  path: 'tests check',
  summary: 'check tests, stored or in YAML files: names every sentence that would not be understood',
  details:
    'It checks the stored tests of the project, or the files instead. Of files it reports everything that "tests apply" would stop at, by file and line. It also lists the sentences that mean something else than in earlier versions, with both readings. It changes nothing. The exit code is 2 if there is a problem; another meaning is none.',
  args: [{ ...filesArgument, isOptional: true }],
  options: projectOptions,
  examples: ['gantry tests check', 'gantry tests check e2e/', 'gantry tests check tests.yaml --json'],
  async run(call): Promise<number> {
    const { args, printer } = call;
    const { problems, changed, ...count } =
      args.file.length === 0 ? await checkStored(call) : await checkFiles(call, args.file);
    printer.show(
      {
        tests: count.tests,
        sentences: count.sentences,
        problems: problems.map(({ document }) => document),
        changed: changed.map(changedDocument),
      },
      () => [
        ...problems.map(({ text }) => text),
        ...changedLines(changed, printer.style),
        problems.length === 0
          ? `${counted(count.tests, 'test')}, ${counted(count.sentences, 'sentence')}: all understood.`
          : `${counted(problems.length, 'problem')} found.`,
      ],
    );
    return problems.length === 0 ? exitCodes.passed : exitCodes.usage;
  },
});

interface Checked {
  /** How many were read. */
  tests: number;
  sentences: number;
  problems: Array<{ text: string; document: object }>;
  changed: Changed[];
}

async function checkFiles(call: Connecting, paths: readonly string[]): Promise<Checked> {
  const { faults, ...declared } = await readTestFiles(paths);
  const found = [...faults];
  let read: ReadTest[] = [];
  if (faults.length === 0) {
    const { status } = call.printer;
    const reviewed = await review(await connect(call), declared, { prune: false, status });
    found.push(...reviewed.plan.faults, ...reviewed.problems);
    read = reviewed.read;
  }
  return {
    tests: read.length,
    sentences: read.reduce((sum, { sentences }) => sum + sentences.length, 0),
    problems: found.map((fault) => ({ text: faultText(fault), document: faultDocument(fault) })),
    changed: read.flatMap(({ test, sentences }) =>
      changedIn(test.title, sentences, (at) => test.stepPositions[at] ?? test.position),
    ),
  };
}

/** A test that the service does not read, such as one with too many sentences, has that among its problems. */
async function checkStored(call: Connecting): Promise<Checked> {
  const connection = await connect(call);
  const tests = await allTests(connection);
  const read = await readTests(connection, tests, call.printer.status, (error) => {
    if (error instanceof GantryError && error.status === 400) return [];
    throw error;
  });
  return {
    tests: tests.length,
    sentences: tests.reduce((sum, { steps }) => sum + steps.length, 0),
    problems: tests.flatMap(({ title, problems }) =>
      problems.map((problem) => {
        const message = problemMessage(title, problem);
        return { text: clean(message), document: { test: title, message, ...problem } };
      }),
    ),
    changed: read.flatMap(({ test, sentences }) => changedIn(test.title, sentences)),
  };
}

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
  { prune, status }: { prune: boolean; status: StatusLine },
): Promise<Review> {
  const existing = { tests: await allTests(connection), groups: await existingGroups(connection, declared) };
  const plan = planChanges(declared, existing, { prune });
  const read = await readTests(connection, declared.tests, status);
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
