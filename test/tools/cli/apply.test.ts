import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readTestFiles } from '../../../src/tools/cli/tests/test-files.ts';
import { createTestFolder, startTestService } from '../../support/service.js';
import { gantry } from './support.js';

describe('gantry tests apply', () => {
  it('makes the project what the files say, once: a second time nothing changes', async () => {
    const service = await startTestService();
    const folder = await filesOf({
      'sign-in.yaml': `
tests:
  - title: Sign in
    steps:
      - act: Open /login
      - assert: See "Welcome"
      - type: screenshot
        title: the start page
`,
      'more/groups.yml': `
groups:
  - name: Smoke
    runMode: sequential
    tests: [Checkout, Sign in]
tests:
  - { title: Checkout, platform: mobile, enabled: false, steps: [{ act: Tap "Pay" }] }
`,
    });
    const dry = await gantry(service, ['tests', 'apply', folder, '--dry-run']);
    expect(dry.out).toMatch(/\+ test Checkout\n\+ test Sign in\n\+ group Smoke\nNothing was changed\./);
    expect((await gantry(service, ['tests', 'list', '--json'])).json().tests).toEqual([]);

    const first = (await gantry(service, ['tests', 'apply', folder, '--json'])).json();
    expect(first.tests.map(({ action }: { action: string }) => action)).toEqual(['created', 'created']);
    expect(first.groups).toEqual([{ name: 'Smoke', action: 'created', id: expect.any(String) }]);
    const shown = (await gantry(service, ['groups', 'show', 'Smoke', '--json'])).json();
    expect(shown.group).toMatchObject({ id: first.groups[0].id, runMode: 'sequential' });
    expect(shown.tests).toMatchObject([
      { test: { title: 'Checkout', platform: 'mobile', enabled: false } },
      {
        test: {
          title: 'Sign in',
          platform: 'web',
          steps: [{ type: 'act' }, { type: 'assert' }, { type: 'screenshot' }],
        },
      },
    ]);
    const second = await gantry(service, ['tests', 'apply', folder]);
    expect(second.out).toBe('3 things: 0 created, 0 changed, 3 unchanged, 0 deleted.\n');
  });

  it('changes, renames, reorders and prunes, and keeps the ids of what it changes', async () => {
    const service = await startTestService();
    const folder = await filesOf({
      'a.yaml': `
tests:
  - { title: One, steps: [{ act: Open / }] }
  - { title: Two, steps: [{ act: Open / }] }
  - { title: Gone, steps: [{ act: Open / }] }
groups:
  - { name: All, tests: [One, Two, Gone] }
  - { name: Old }
`,
    });
    const before = (await gantry(service, ['tests', 'apply', folder, '--json'])).json();
    await writeFile(
      join(folder, 'a.yaml'),
      `
tests:
  - { title: First, formerly: One, steps: [{ act: Open /start }] }
  - { title: Two, steps: [{ act: Open / }] }
groups:
  - { name: All, tests: [Two, First] }
`,
    );
    const { out } = await gantry(service, ['tests', 'apply', folder, '--prune']);
    expect(out).toMatch(/~ test First \(title, steps\)\n- test Gone\n~ group All \(tests\)\n- group Old\n/);
    const { tests } = (await gantry(service, ['groups', 'show', 'All', '--json'])).json();
    expect(tests.map(({ test }: { test: { id: string } }) => test.id)).toEqual([
      before.tests[1].id,
      before.tests[0].id,
    ]);
    expect((await gantry(service, ['groups', 'list', '--json'])).json().groups).toHaveLength(1);
    expect((await gantry(service, ['tests', 'apply', folder, '--prune'])).out).toMatch(
      /0 created, 0 changed, 3 unch/,
    );
  });

  it('names every fault by file and line, and changes nothing when there is one', async () => {
    const service = await startTestService();
    const folder = await filesOf({
      'a.yaml': `tests:
  - title: Good
    steps: [{ act: Open / }]
  - title: 42
    steps: [{ act: Open / }]
  - titel: Typo
    steps: []
  - title: Good
    platform: symbian
    steps:
      - Open /
      - act: a
        assert: b
groups:
  - name: G
    tests: [Good, Good, Missing]
`,
      'b.yaml': 'tests:\n  - title: "open\n',
      'c.yaml': 'tests: 3\n',
    });
    const { code, err } = await gantry(service, ['tests', 'apply', folder]);
    expect(code).toBe(2);
    for (const said of [
      'a.yaml:4:12: title must be a text',
      'a.yaml:6:5: a test has no member "titel". Did you mean "title"?',
      'a.yaml:6:5: a test needs "title"',
      'a.yaml:8:12: another test is called "Good"',
      'a.yaml:9:15: platform must be one of web, mobile, ios, android',
      'a.yaml:11:9: a step must be a mapping',
      'a.yaml:12:9: a step is one of act, assert and screenshot',
      'b.yaml:',
      'c.yaml:1:8: tests must be a list',
    ]) {
      expect(err).toContain(said);
    }
    await writeFile(join(folder, 'a.yaml'), 'groups:\n  - name: G\n    tests: [Missing]\n');
    const unknown = await gantry(service, ['tests', 'apply', join(folder, 'a.yaml')]);
    expect(unknown).toMatchObject({
      code: 2,
      err: expect.stringContaining('a.yaml:3:13: there is no test "Missing"'),
    });
    expect((await gantry(service, ['tests', 'list', '--json'])).json().tests).toEqual([]);
    expect((await gantry(service, ['groups', 'list', '--json'])).json().groups).toEqual([]);
  });

  it('takes aliases, and names those that stand for themselves, for nothing or for too much', async () => {
    const service = await startTestService();
    const title = (name: string, steps: string) => `  - { title: ${name}, steps: ${steps} }\n`;
    const steps = (count: number) => `[${Array.from({ length: count }, () => '{ act: Open / }').join(', ')}]`;
    const good = await filesOf({
      'a.yaml': `tests:\n${title('A', `&open ${steps(2)}`)}${title('B', '*open')}`,
    });
    const checked = await gantry(service, ['tests', 'check', good]);
    expect(checked).toMatchObject({ code: 0 });
    const many = Array.from({ length: 1_000 }, (_, index) => title(`T${index}`, '*open')).join('');
    const bad = await filesOf({
      'a.yaml': 'tests: &all\n  - title: A\n    steps: *all\n',
      'b.yaml': 'tests:\n  - title: A\n    steps: *missing\n',
      'c.yaml': `tests:\n${title('A', `&open ${steps(200)}`)}${many}`,
      'd.yaml': `tests: ${'['.repeat(20_000)}\n`,
    });
    const { code, err } = await gantry(service, ['tests', 'apply', bad]);
    expect(code).toBe(2);
    for (const said of [
      'a.yaml:3:12: this alias stands for something that it is part of',
      'b.yaml:3:12: nothing before this alias has its anchor',
      'c.yaml:169:27: the aliases up to here stand for more than 100000 values',
      /d\.yaml:1:\d+: this is nested too deeply/,
    ]) {
      expect(err).toMatch(said);
    }
  });

  it('reads whatever tests a YAML writer writes down', async () => {
    const folder = await createTestFolder();
    const file = join(folder, 'any.yaml');
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text) && text.isWellFormed());
    const step = fc.record({ type: fc.constantFrom('act', 'assert', 'screenshot'), title: name });
    const test = fc.record({
      title: name,
      platform: fc.constantFrom('web', 'mobile', 'ios', 'android'),
      enabled: fc.boolean(),
      steps: fc.array(step, { minLength: 1, maxLength: 4 }),
      device: fc.option(
        fc.record(
          {
            platform: fc.constantFrom('ios', 'android'),
            version: fc.constantFrom('15', '17.1'),
            labels: fc.array(name, { maxLength: 3 }),
            locale: name,
          },
          { requiredKeys: ['version'] },
        ),
      ),
    });
    const tests = fc.uniqueArray(test, { selector: ({ title }) => title, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(tests, async (written) => {
        const declared = written.map(({ device, ...rest }) => ({ ...rest, ...(device && { device }) }));
        await writeFile(file, stringify({ tests: declared }));
        const read = await readTestFiles([file]);
        expect(read.tests.map(({ position, stepPositions, formerly, ...rest }) => rest)).toEqual(written);
      }),
      { numRuns: 50 },
    );
  });

  it('applies the example of the docs', async () => {
    const service = await startTestService();
    const docs = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
    const [, example = ''] = /```yaml\n(tests:[\s\S]*?)```/.exec(docs) ?? [];
    const folder = await filesOf({ 'tests.yaml': example });
    const { code, out } = await gantry(service, ['tests', 'apply', folder]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\+ test /)]);
  });
});

async function filesOf(files: Record<string, string>): Promise<string> {
  const folder = await createTestFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}
