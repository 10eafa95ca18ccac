import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ListedRun } from '../../../src/client/index.ts';
import { InputError, readInputs } from '../../../src/tools/action/inputs.ts';
import type { Outcome } from '../../../src/tools/action/outcome.ts';
import { outcomeOfRun } from '../../../src/tools/action/outcome.ts';
import { annotate, summaryOf } from '../../../src/tools/action/report.ts';
import { createRunner, plainLine } from '../../../src/tools/action/runner.ts';
import { createTestFolder } from '../../support/service.js';
import { someIssue, someRun } from '../../support/some-run.ts';
import { readOutputs } from './support.js';

/** Texts that try to be commands, tags or delimiters. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '::',
        '##[',
        ']',
        '\n',
        '\r',
        '%0A',
        ' ',
        'error',
        'add-mask',
        '<',
        '</td>',
        '&',
        '"',
        '`',
        '|',
        '\n\n',
        ',',
        '=',
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('words for the runner', () => {
  it('no text in the log is a command', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = plainLine(text);
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.trimStart().startsWith('::')).toBe(false);
        expect(line).not.toContain('##[');
      }),
    );
  });

  it('an error comes out of the parser of the runner as it was put in, on one line', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, message) => {
        const lines: string[] = [];
        createRunner({}, (text) => void lines.push(text)).error(`T${title}`, message);
        const [line = ''] = lines;
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(readCommand(line.slice(0, -1))).toEqual({
          command: 'error',
          properties: { title: `T${title}`.replaceAll('##[', '## [') },
          data: message.replaceAll('##[', '## ['),
        });
      }),
    );
  });

  it('no value ends its output early', async () => {
    const file = `${await createTestFolder()}/output`;
    const runner = createRunner({ GITHUB_OUTPUT: file }, () => undefined);
    const values = { one: 'a\nb<<c\nd', two: 'two<<EOF\nEOF', three: '' };
    for (const [name, value] of Object.entries(values)) await runner.output(name, value);
    expect(readOutputs(await readFile(file, 'utf8'))).toEqual(values);
  });

  it('masks a secret line by line', () => {
    let log = '';
    createRunner({}, (text) => (log += text)).mask('a%b\nc');
    expect(log).toBe('::add-mask::a%25b\n::add-mask::c\n');
  });
});

describe('the summary of the job', () => {
  it('is HTML without a blank line in which no text of a test is a tag', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, name, actual) => {
        const outcome = failing({ title, name, actual });
        const html = summaryOf(outcome);
        expect(html.trimEnd()).not.toMatch(/\n\s*\n/);
        const tags = (text: string) => text.match(/<[^>]*>/g)?.filter((tag) => tag !== '<br>');
        expect(tags(html)).toEqual(tags(summaryOf(failing({ title: 'a', name: 'b', actual: 'c' }))));
      }),
    );
  });

  it('shows a picture only from where GitHub can fetch one, and links to it in any case', () => {
    const [shown, linked] = ['https://gantry.example.com/a.png', 'http://127.0.0.1/a.png'].map(
      (screenshotUrl) => summaryOf(failing({ screenshotUrl })),
    );
    expect(shown).toContain(
      '<a href="https://gantry.example.com/a.png"><img src="https://gantry.example.com/a.png"',
    );
    expect(linked).toContain('<a href="http://127.0.0.1/a.png">Screenshot</a>');
    expect(summaryOf(failing({ screenshotUrl: 'javascript:alert(1)' }))).not.toContain('javascript');
  });

  it('stays below what the runner takes, and says that something is left out', () => {
    const [one] = failing({ actual: 'x'.repeat(5_000) }).tested;
    if (one === undefined) throw new Error('there is none');
    const html = summaryOf({ ...failing({}), tested: Array.from({ length: 2_000 }, () => one) });
    expect(Buffer.byteLength(html)).toBeLessThan(1_048_576);
    expect(html).toContain('more are left out');
    let log = '';
    annotate(
      createRunner({}, (text) => (log += text)),
      { ...failing({}), tested: Array.from({ length: 12 }, () => one) },
    );
    expect(log.match(/^::error /gm)).toHaveLength(10);
    expect(log).toContain('3 more have not passed');
  });
});

describe('the inputs', () => {
  const read = (inputs: Record<string, string>) =>
    readInputs(
      Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
    );
  const base = { url: 'https://gantry.example.com', 'api-key': 'k' };

  it('are those that action.yml names, each in the documentation too', async () => {
    const [action, page] = await Promise.all(
      ['action.yml', 'docs/github-action.md'].map((name) =>
        readFile(new URL(`../../../${name}`, import.meta.url), 'utf8'),
      ),
    );
    const { inputs, outputs } = parse(action ?? '');
    const asked = new Set<string>();
    const env = new Proxy({}, { get: (_target, name) => void asked.add(String(name)) });
    expect(() => readInputs(env)).toThrow(InputError);
    expect([...asked].toSorted()).toEqual(
      Object.keys(inputs)
        .map((name) => `INPUT_${name.toUpperCase()}`)
        .toSorted(),
    );
    for (const name of [...Object.keys(inputs), ...Object.keys(outputs)])
      expect(page).toContain(`\`${name}\``);
  });

  it('have defaults, and times with units', () => {
    expect(read({ ...base, group: ' Smoke ' })).toMatchObject({
      start: { kind: 'group', group: 'Smoke' },
      wait: true,
      summary: true,
      timeoutMinutes: 60,
    });
    expect(read({ ...base, 'app-path': 'a.apk', 'remove-after': '7d', wait: 'False' })).toMatchObject({
      removeAfterSeconds: 604_800,
      wait: false,
      start: undefined,
    });
    const webhook = read({
      'webhook-url': 'https://g.example.com/x/api/v1/groups/webhook/1/s',
      wait: 'false',
    });
    expect(webhook).toMatchObject({
      url: 'https://g.example.com/x',
      start: { kind: 'webhook', id: '1', secret: 's' },
    });
  });

  it.each([
    [{ ...base }, 'group: must be given'],
    [
      { ...base, group: 'a', 'webhook-url': 'https://a/api/v1/groups/webhook/1/s' },
      'group, webhook-url: give one of them',
    ],
    [{ ...base, group: 'a', 'app-path': 'a.apk', 'bundle-id': 'b' }, 'give at most one of them'],
    [
      { ...base, group: 'a', 'target-url': 'https://a.test', environment: 'Staging' },
      'target-url, environment: give at most one of them',
    ],
    [{ url: base.url, group: 'a' }, 'api-key: must be given'],
    [
      { 'webhook-url': 'https://a/api/v1/groups/webhook/1/s' },
      'api-key: must be given; only webhook-url with wait: false goes without',
    ],
    [
      { ...base, 'webhook-url': 'https://a/api/v1/groups' },
      'webhook-url: must be the address of a group webhook',
    ],
    [{ ...base, url: 'gantry.example.com', group: 'a' }, 'url: must be an address'],
    [{ ...base, prompt: 'a', 'junit-path': 'j.xml' }, 'junit-path'],
    [{ ...base, group: 'a', 'remove-after': '0' }, 'remove-after'],
  ])('%j are refused: %s', (inputs, message) => {
    expect(() => read(inputs)).toThrow(message);
  });
});

/** A run that found an issue, with these texts in it. */
function failing(texts: { title?: string; name?: string; actual?: string; screenshotUrl?: string }): Outcome {
  const { title = 'a', name = 'b', actual = 'c', screenshotUrl = null } = texts;
  const issue = { ...someIssue, name, description: 'd', expectedBehavior: 'e', screenshotUrl };
  const run: ListedRun = {
    ...someRun,
    type: 'chat',
    status: 'completed',
    prompt: 'a',
    output: {
      ...someRun.output,
      featureName: `T${title}`,
      result: 'FAILED',
      issues: [{ ...issue, actualBehavior: `A${actual}` }],
    },
  };
  return outcomeOfRun(run);
}

/** As the runner reads a line that begins with `::`. */
function readCommand(line: string): { command: string; properties: Record<string, string>; data: string } {
  const end = line.indexOf('::', 2);
  const info = line.slice(2, end);
  const space = info.indexOf(' ');
  const pairs = info
    .slice(space + 1)
    .split(',')
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  const readEscaped = (text: string, ...others: Array<[string, string]>) =>
    [['%0D', '\r'], ['%0A', '\n'], ...others, ['%25', '%']].reduce(
      (read, [from = '', to = '']) => read.replaceAll(from, to),
      text,
    );
  return {
    command: info.slice(0, space),
    properties: Object.fromEntries(
      pairs.map(([name = '', value = '']) => [name, readEscaped(value, ['%3A', ':'], ['%2C', ','])]),
    ),
    data: readEscaped(line.slice(end + 2)),
  };
}
