import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { faultDocument } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { filesArgument, projectOptions } from '../options.ts';
import type { ReadTest } from '../steps/sentences.ts';
import { counted } from '../terminal/format.ts';
import { review } from './review.ts';
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
