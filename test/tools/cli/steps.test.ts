import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder, startTestService } from '../../support/service.js';
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
