import { stat } from 'node:fs/promises';
import type { SentenceReading } from '../../../client/index.ts';
import { type CallOf, defineCommand } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { platformOption, projectOptions } from '../options.ts';
import { counted } from '../terminal/format.ts';
import { faultText, readTestFiles, refuse } from '../tests/test-files.ts';
import { problemsIn, type ReadTest, readingLines, readTests } from './sentences.ts';

type ReadCall = CallOf<typeof stepsRead>;

export const stepsRead = defineCommand({
  path: 'steps read',
  summary: 'show what a run would do with sentences, without running them',
  details:
    'Takes sentences, YAML files of tests, and folders of such files. The exit code is 1 if a sentence is not understood.',
  args: [
    {
      name: 'sentence',
      description: 'a sentence, a YAML file, or a folder in which each .yaml and .yml is read',
      isRepeatable: true,
    },
  ],
  options: {
    ...platformOption('where the sentences would run; files name their own platform'),
    ...projectOptions,
  },
  examples: [
    'gantry steps read \'Click "Save"\'',
    'gantry steps read e2e/ --json',
    'gantry steps read \'Swipe up. See "Settings".\' --platform mobile',
  ],
  async run(call): Promise<number> {
    const { printer, args, options } = call;
    const { paths, prompts } = await sortOut(args.sentence);
    const declared = await readTestFiles(paths);
    refuse(declared.faults, { command: 'steps read', before: 'The files have faults:' });
    const connection = await connect(call);
    const sentences = await readPrompts(connection, prompts, options.platform);
    const tests = await readTests(connection, declared.tests, printer.status);
    printer.show({ sentences, tests: tests.map(documentOf) }, () => [
      ...sentences.flatMap((sentence) => readingLines(sentence, printer.style)),
      ...(paths.length === 0 ? [] : describe(tests)),
    ]);
    const all = [...sentences, ...tests.flatMap((test) => test.sentences)];
    return all.every(({ understood }) => understood) ? exitCodes.passed : exitCodes.notUnderstood;
  },
});

/** What is there as a file or a folder is one. */
async function sortOut(given: readonly string[]): Promise<{ paths: string[]; prompts: string[] }> {
  const paths: string[] = [];
  const prompts: string[] = [];
  for (const text of given) {
    const isThere = await stat(text).then(
      () => true,
      () => false,
    );
    if (!isThere && /^\S+(?:\.ya?ml|\/)$/i.test(text)) {
      throw new UsageError(`${text}: there is no such file or folder.`);
    }
    (isThere ? paths : prompts).push(text);
  }
  return { paths, prompts };
}

async function readPrompts(
  { client, namedProjectId }: Connection,
  prompts: readonly string[],
  platform: ReadCall['options']['platform'],
): Promise<SentenceReading[]> {
  const projectId = await namedProjectId();
  const read: SentenceReading[] = [];
  for (const prompt of prompts) {
    const { sentences } = await client.call('readSteps', { body: { prompt, platform, projectId } });
    read.push(...sentences);
  }
  return read;
}

function documentOf({ test: { title, position }, sentences }: ReadTest) {
  return { title, file: position.file, line: position.line, sentences };
}

/** A folder has too many sentences to show those that are right. */
function describe(tests: readonly ReadTest[]): string[] {
  const problems = problemsIn(tests);
  const count = tests.reduce((sum, { sentences }) => sum + sentences.length, 0);
  const sum = `${count - problems.length} understood, ${problems.length} not`;
  return [
    ...problems.map(faultText),
    `${counted(tests.length, 'test')}, ${counted(count, 'sentence')}: ${sum}.`,
  ];
}
