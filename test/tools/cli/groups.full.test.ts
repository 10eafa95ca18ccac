import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../../support/service.js';
import { makeTests, scripted } from './groups.ts';
import { gantry } from './support.js';

describe('gantry groups, tests and trigger', () => {
  it('makes tests and a group, starts it by name, waits, and writes the JUnit report', async () => {
    const service = await scripted();
    await makeTests(service, { Good: 'see a', Bad: 'miss b' });
    const group = await gantry(service, ['groups', 'create', 'Smoke', '--test', 'Bad', '--test', 'Good']);
    expect(group.code).toBe(0);
    expect((await gantry(service, ['groups', 'show', 'smoke'])).out).toMatch(/1 .*Bad.*\n.*2 .*Good/);
    const junit = join(await createTestFolder(), 'reports', 'junit.xml');
    const { code, out, err } = await gantry(service, [
      'trigger',
      'Smoke',
      '--wait',
      '--junit',
      junit,
      '--commit',
      'abc',
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/✓ Good {2}\d/);
    expect(out).toMatch(/✗ Bad {2}\d.*run [0-9a-f-]{36}/);
    expect(out).toMatch(/Bad {2}gantry runs show \S+\n {2}✗ b\n.*\n {6}expected {2}b\n {6}actual {4}nothing/);
    expect(out).toMatch(/\nFAILED {2}Smoke: 1 of 2 tests passed, 1 failed in .*\n$/);
    expect(err).toContain(junit);
    expect(await readFile(junit, 'utf8')).toContain('<testsuite');
  });

  it('tells by its exit code: all passed 0, one failed 1, one not carried out 3', async () => {
    const service = await scripted();
    await makeTests(service, { Good: 'see a', Bad: 'miss b', Broken: 'failure No phone' });
    const codeOf = async (...titles: string[]) => {
      const name = titles.join('-');
      await gantry(service, ['groups', 'create', name, ...titles.flatMap((title) => ['--test', title])]);
      return (await gantry(service, ['trigger', name, '--wait', '--quiet'])).code;
    };
    expect(await codeOf('Good')).toBe(0);
    expect(await codeOf('Good', 'Broken')).toBe(3);
    expect(await codeOf('Broken', 'Bad')).toBe(1);
  });
});
