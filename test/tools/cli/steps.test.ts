import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTestFolder, startTestService, type TestService } from '../../support/service.js';
import { gantry } from './support.js';

const strange = 'Frobnicate the "Save" button';
const file = `tests:
  - title: Sign in
    steps:
      - act: Click "Save"
      - act: ${strange}
  - title: Phone
    platform: mobile
    steps:
      - act: Hide the keyboard
`;

describe('gantry steps read', () => {
  it('says of sentences whether they are understood; the exit code says it too', async () => {
    const service = await startTestService();
    const good = await gantry(service, ['steps', 'read', 'Click "Save". See "Saved".']);
    expect(good).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^✓ Click "Save"\n[\s\S]*✓ See "Saved"\n/),
    });
    const bad = await gantry(service, ['steps', 'read', 'Click "Save"', strange]);
    expect(bad.code).toBe(1);
    expect(bad.out).toMatch(/✗ Frobnicate the "Save" button\n {4}.+\n {4}Nearest: /);
    expect((await gantry(service, ['steps', 'read', 'Hide the keyboard'])).code).toBe(1);
    expect((await gantry(service, ['steps', 'read', 'Hide the keyboard', '--platform', 'mobile'])).code).toBe(
      0,
    );
  });

  it('reads a folder of tests, and names what is not understood by file and line', async () => {
    const service = await startTestService();
    const folder = await createTestFolder();
    await writeFile(join(folder, 'a.yaml'), file);
    const { code, out } = await gantry(service, ['steps', 'read', folder]);
    expect(code).toBe(1);
    expect(out).toContain(`${join(folder, 'a.yaml')}:5:9: "${strange}" in the test "Sign in": `);
    expect(out).toMatch(/\n2 tests, 3 sentences: 2 understood, 1 not\.\n$/);
    const read = await gantry(service, ['steps', 'read', folder, 'Press Enter', '--json']);
    expect(read.code).toBe(1);
    expect(read.json()).toMatchObject({
      sentences: [{ sentence: 'Press Enter', understood: true }],
      tests: [
        {
          title: 'Sign in',
          file: join(folder, 'a.yaml'),
          line: 2,
          sentences: [{ understood: true }, { sentence: strange, understood: false }],
        },
        { title: 'Phone', sentences: [{ understood: true }] },
      ],
    });
    expect((await gantry(service, ['tests', 'list', '--json'])).json().tests).toEqual([]);
  });

  it('takes what looks like a file for one', async () => {
    const service = await startTestService();
    const missing = await gantry(service, ['steps', 'read', 'nowhere/tests.yaml']);
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('no such file or folder') });
  });
});

describe('a sentence that means something else than before', () => {
  const was = 'Click "Sign in"';
  const stored = `tests:
  - title: Sign in
    steps:
      - act: Open /login
      - act: Click Sign in
`;

  it('shows what it did before to gantry steps read', async () => {
    const service = await startTestService();
    const { code, out } = await gantry(service, ['steps', 'read', 'Click Sign in', 'Click "Save"']);
    expect(code).toBe(0);
    expect(out).toMatch(/✓ Click Sign in\n {4}.+\n {4}before: Click "Sign in"\n✓ Click "Save"\n$/);
  });

  it('is listed by tests check with old and new reading, in files and among stored tests, and is no problem', async () => {
    const service = await startTestService();
    const folder = await createTestFolder();
    const path = join(folder, 'a.yaml');
    await writeFile(path, stored);
    const now = await readingOf(service, 'Click Sign in');
    const sum = '2 sentences: all understood.';
    const list = (place: string) =>
      `1 sentence means something else than in earlier versions:\n${place}: Click Sign in\n    was: ${was}\n    now: ${now}\n1 test, ${sum}\n`;
    const changed = { test: 'Sign in', sentence: 'Click Sign in', was, now };

    expect(await gantry(service, ['tests', 'check', folder])).toMatchObject({
      code: 0,
      out: list(`${path}:5:9`),
    });
    expect((await gantry(service, ['tests', 'check', folder, '--json'])).json()).toEqual({
      tests: 1,
      sentences: 2,
      problems: [],
      changed: [{ ...changed, file: path, line: 5 }],
    });

    expect((await gantry(service, ['tests', 'check'])).out).toBe('0 tests, 0 sentences: all understood.\n');
    expect((await gantry(service, ['tests', 'apply', folder])).code).toBe(0);
    expect(await gantry(service, ['tests', 'check'])).toMatchObject({ code: 0, out: list('Sign in') });
    expect((await gantry(service, ['tests', 'check', '--json'])).json()).toEqual({
      tests: 1,
      sentences: 2,
      problems: [],
      changed: [changed],
    });
  });

  it('is listed after the problems of stored tests, of which one can have too many sentences to be read', async () => {
    const service = await startTestService();
    const folder = await createTestFolder();
    await writeFile(join(folder, 'a.yaml'), `${stored}      - act: ${strange}\n`);
    expect((await gantry(service, ['tests', 'apply', folder, '--force'])).code).toBe(0);
    const steps = Array.from({ length: 200 }, () => ({ type: 'act', title: 'Click "A". '.repeat(3) }));
    const long = await service.call('POST', '/tests', { title: 'Long', steps });
    expect(long.status).toBe(201);

    const { code, out, err } = await gantry(service, ['tests', 'check'], { terminal: 200 });
    expect(code).toBe(2);
    expect(stripVTControlCharacters(out)).toMatch(
      /^"[^\n]+" in the test "Long": There are more than 500 sentences[^\n]+\n"Frobnicate the "Save" button" in the test "Sign in": [^\n]+ Nearest: [^\n]+\n1 sentence means [^\n]+\nSign in: Click Sign in\n {4}was: [^\n]+\n {4}now: [^\n]+\n2 problems found\.\n$/,
    );
    expect(err).toContain('Reading test 2 of 2');
    const told = await gantry(service, ['tests', 'check', '--json']);
    expect(told).toMatchObject({ code: 2, err: '' });
    expect(told.json()).toMatchObject({
      tests: 2,
      sentences: 203,
      problems: [
        { test: 'Long', problem: expect.stringContaining('500 sentences') },
        { test: 'Sign in', sentence: strange, message: expect.any(String), nearest: expect.any(Array) },
      ],
      changed: [{ test: 'Sign in', was }],
    });
  });

  it('is not looked for where a file is named by an empty word', async () => {
    const service = await startTestService();
    expect(await gantry(service, ['tests', 'check', ''])).toMatchObject({
      code: 2,
      err: expect.stringContaining('<file> is empty'),
    });
  });
});

describe('a test with problems', () => {
  it('is not applied unless that is asked for, and is then shown with them', async () => {
    const service = await startTestService();
    const folder = await createTestFolder();
    await writeFile(join(folder, 'a.yaml'), file);
    const refused = await gantry(service, ['tests', 'apply', folder]);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(
      /Nothing was changed:\n {2}.*a\.yaml:5:9: "Frobnicate the "Save" button" in the test "Sign in": .* Nearest: /,
    );
    expect(refused.err).toContain('--force');
    const told = await gantry(service, ['tests', 'apply', folder, '--json']);
    expect(told).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(told.err).error).toMatchObject({
      exitCode: 2,
      problems: [
        { file: join(folder, 'a.yaml'), line: 5, column: 9, sentence: strange, nearest: expect.any(Array) },
      ],
    });
    expect((await gantry(service, ['tests', 'list', '--json'])).json().tests).toEqual([]);

    expect((await gantry(service, ['tests', 'apply', folder, '--force'])).code).toBe(0);
    const shown = await gantry(service, ['tests', 'show', 'Sign in']);
    expect(shown.out).toMatch(/Not understood:\n✗ Frobnicate the "Save" button\n/);
    expect((await gantry(service, ['tests', 'apply', folder])).code).toBe(2);
  });

  it('is found by tests check, which says the same as apply and changes nothing', async () => {
    const service = await startTestService();
    const folder = await createTestFolder();
    await writeFile(join(folder, 'a.yaml'), `${file}groups:\n  - { name: G, tests: [Sign in, Missing] }\n`);
    const checked = await gantry(service, ['tests', 'check', folder]);
    expect(checked.code).toBe(2);
    expect(checked.out).toContain('a.yaml:11:33: there is no test "Missing"');
    expect(checked.out).toContain(`a.yaml:5:9: "${strange}" in the test "Sign in": `);
    expect(checked.out).toMatch(/ Nearest: .*\n2 problems found\.\n$/);
    const told = await gantry(service, ['tests', 'check', folder, '--json']);
    expect(told).toMatchObject({ code: 2, err: '' });
    expect(told.json()).toMatchObject({
      tests: 2,
      sentences: 3,
      problems: [{ line: 11 }, { file: join(folder, 'a.yaml'), line: 5, sentence: strange }],
    });
    expect((await gantry(service, ['tests', 'list', '--json'])).json().tests).toEqual([]);

    await writeFile(join(folder, 'a.yaml'), 'tests: 3\n');
    const broken = await gantry(service, ['tests', 'check', folder]);
    expect(broken).toMatchObject({
      code: 2,
      out: expect.stringMatching(/a\.yaml:1:8: [^\n]+\n1 problem found/),
    });
    await writeFile(join(folder, 'a.yaml'), 'tests: [{ title: A, steps: [{ act: Open / }] }]\n');
    const right = await gantry(service, ['tests', 'check', folder]);
    expect(right).toMatchObject({ code: 0, out: '1 test, 1 sentence: all understood.\n', err: '' });
  });

  it('is created, with a word about it', async () => {
    const service = await startTestService();
    const created = await gantry(service, ['tests', 'create', 'New', '--step', strange]);
    expect(created).toMatchObject({ code: 0, err: expect.stringContaining(`✗ ${strange}`) });
  });
});

async function readingOf(service: TestService, prompt: string): Promise<string> {
  return (await service.call('POST', '/steps/read', { prompt })).body.sentences[0].reading;
}
