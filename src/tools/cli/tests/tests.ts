import { records, type Test, type TestStep } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { findTests } from '../find-named.ts';
import { pageOf, showList, taken } from '../lists.ts';
import { limitOption, platformOption, projectOptions, testArgument } from '../options.ts';
import { testsRun } from '../runs/submit.ts';
import { problemLines } from '../steps/sentences.ts';
import { agoText } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { fieldLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';
import { testsApply } from './apply.ts';
import { testsCheck } from './check.ts';

const testsList = defineCommand({
  path: 'tests list',
  summary: 'list stored tests, newest first',
  args: [],
  options: { ...limitOption('50'), ...projectOptions },
  examples: ['gantry tests list'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const { client, namedProjectId } = await connect(call);
    const query = { limit: pageOf(options.limit), projectId: await namedProjectId() };
    const tests = await taken(options.limit, records(client, 'listTests', { query }));
    const nowMs = Date.now();
    showList(printer, { tests }, 'There are no tests yet.', [
      { title: 'id', value: ({ id }) => id },
      { title: 'title', value: ({ title }) => title, isFlexible: true },
      { title: 'platform', value: ({ platform }) => platform },
      { title: 'steps', value: ({ steps }) => String(steps.length), isDispensable: true },
      { title: 'enabled', value: ({ enabled }) => (enabled ? 'yes' : 'no'), isDispensable: true },
      { title: 'changed', value: ({ updatedAt }) => agoText(updatedAt, nowMs), isDispensable: true },
    ]);
  },
});

const testsShow = defineCommand({
  path: 'tests show',
  summary: 'show a test and its steps',
  args: [testArgument],
  options: projectOptions,
  examples: ['gantry tests show "Sign in"'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const connection = await connect(call);
    const [id = ''] = await findTests(connection, [args.test]);
    const test = await connection.client.call('getTest', { path: { id } });
    printer.show({ test }, () => [
      ...fieldLines([
        ['Test', test.id],
        ['Title', clean(test.title)],
        ['Platform', test.platform],
        ['Enabled', test.enabled ? 'yes' : 'no'],
      ]),
      '',
      ...test.steps.map(
        ({ type, title }, at) => `${String(at + 1).padStart(3)}  ${type.padEnd(10)}  ${clean(title)}`,
      ),
      ...notUnderstood(test, printer.style),
    ]);
  },
});

const testsCreate = defineCommand({
  path: 'tests create',
  summary: 'create a test',
  args: [{ name: 'title', description: 'its title' }],
  options: {
    ...platformOption('where it runs; mobile is both kinds of phone'),
    step: {
      kind: 'text',
      placeholder: 'sentence',
      isRepeatable: true,
      description: 'a step; "assert: …" checks, "screenshot: …" takes a picture, any other step acts',
    },
    disabled: { kind: 'flag', description: 'do not run it with its groups for now' },
    ...projectOptions,
  },
  examples: [
    'gantry tests create "Sign in" --step \'Open /login\' --step \'Click "Sign in"\' --step \'assert: See "Welcome"\'',
  ],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    if (options.step.length === 0) throw new UsageError('A test needs at least one --step.');
    const { client, namedProjectId } = await connect(call);
    const { test } = await client.call('createTest', {
      body: {
        title: args.title,
        platform: options.platform,
        enabled: !options.disabled,
        steps: options.step.map(parseStep),
        projectId: await namedProjectId(),
      },
    });
    printer.show({ test }, () => [`${test.id}  ${clean(test.title)}`]);
    for (const line of notUnderstood(test, printer.style)) printer.note(line);
  },
});

const testsDelete = defineCommand({
  path: 'tests delete',
  summary: 'delete tests; their runs are kept',
  args: [{ ...testArgument, isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry tests delete "Sign in"'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const connection = await connect(call);
    const ids = await findTests(connection, args.test);
    for (const id of ids) await connection.client.call('deleteTest', { path: { id } });
    printer.show({ deleted: ids }, () => ids.map((id) => `Deleted ${id}`));
  },
});

export const testCommands = [
  testsList,
  testsShow,
  testsCreate,
  testsDelete,
  testsRun,
  testsCheck,
  testsApply,
];

/** `assert: See "Welcome"`; without a type in front it acts. */
function parseStep(text: string): TestStep {
  const [, type, title] = /^(act|assert|screenshot):\s*(.+)$/s.exec(text) ?? [];
  if (title === undefined) return { type: 'act', title: text };
  return { type: type as TestStep['type'], title };
}

function notUnderstood({ problems }: Test, style: Style): string[] {
  if (problems.length === 0) return [];
  return ['Not understood:', ...problems.flatMap((problem) => problemLines(problem, style))];
}
