import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallBuild } from '../../service/groups/support.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { createTestFolder, startTestService, type TestService } from '../../support/service.js';
import { gantry, settingsFor } from './support.js';

const scripted = () => startTestService({ execution: scriptedExecution({ platforms: ['web', 'ios'] }) });

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

  it('starts a group by its webhook without a key, and on a build that it uploads first', async () => {
    const service = await scripted();
    const { projectId } = service;
    const steps = [{ type: 'assert', title: 'see a' }];
    await service.call('POST', '/tests', { projectId, title: 'Phone', platform: 'ios', steps });
    await gantry(service, ['groups', 'create', 'Mobile', '--test', 'Phone']);
    const made = await gantry(service, ['groups', 'webhook', 'Mobile', 'make']);
    const address = made.out.trim();
    expect(await gantry(service, ['groups', 'webhook', 'Mobile', 'make'])).toMatchObject({ code: 2 });

    const file = join(await createTestFolder(), smallBuild.filename);
    await writeFile(file, await smallBuild.bytes());
    const uploaded = await gantry(service, [
      'trigger',
      '--webhook-url',
      address,
      '--upload',
      file,
      '--wait',
      '--json',
    ]);
    expect(uploaded).toMatchObject({ code: 0, err: '' });
    expect(uploaded.json().batch).toMatchObject({ result: 'PASS', appId: expect.any(String) });

    const noKey = await settingsFor(null);
    const args = ['trigger', '--webhook-url', address, '--bundle-id', 'com.example.app'];
    const open = await gantry(null, [...args, '--json'], { env: noKey });
    expect(open).toMatchObject({ code: 0, err: '' });
    const { batchId } = open.json();
    expect((await gantry(service, ['batches', 'watch', batchId])).code).toBe(0);

    expect(await gantry(null, [...args, '--wait'], { env: noKey })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/API key/),
    });
    await gantry(service, ['groups', 'webhook', 'Mobile', 'disable']);
    const refused = await gantry(null, args, { env: noKey });
    expect(refused.code).toBe(2);
    expect(refused.err).not.toContain(address.split('/').at(-1));
    const wrong = await gantry(null, ['trigger', '--webhook-url', `${service.url}/x/secret-word`], {
      env: noKey,
    });
    expect(wrong.code).toBe(2);
    expect(wrong.err).not.toContain('secret-word');
  });

  it('shows, cancels and starts batches again, and prints their reports', async () => {
    const service = await scripted();
    await makeTests(service, { Slow: 'hang' });
    await gantry(service, ['groups', 'create', 'Smoke', '--test', 'Slow']);
    const batch = (await gantry(service, ['trigger', 'Smoke', '--quiet'])).out.trim();
    const late = await gantry(service, ['batches', 'watch', batch, '--timeout', '1s']);
    expect(late).toMatchObject({ code: 3, err: expect.stringContaining(`gantry batches watch ${batch}`) });
    expect((await gantry(service, ['batches', 'cancel', batch])).code).toBe(0);
    const ended = await gantry(service, ['batches', 'watch', batch, '--json']);
    expect(ended.code).toBe(3);
    expect(ended.jsonLines()).toMatchObject([
      { type: 'run', run: { status: 'cancelled' } },
      { type: 'end', batch: { id: batch } },
    ]);
    expect((await gantry(service, ['batches', 'junit', batch])).out).toMatch(/^<\?xml/);
    const again = (await gantry(service, ['batches', 'rerun', batch, '--json'])).json().batch;
    expect(again.rerunOf).toBe(batch);
    await gantry(service, ['batches', 'cancel', again.id]);
    const listed = (await gantry(service, ['batches', 'list', '--group', 'Smoke', '--json'])).json().batches;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([again.id, batch]);
    const table = (await gantry(service, ['batches', 'list', '--limit', '1'])).out;
    expect(table).toContain(again.id);
    expect(table).toContain('0 of 1');
    expect(table).not.toContain(batch);
    expect((await gantry(service, ['batches', 'show', again.id])).out).toContain(`of ${batch}`);
  });

  it('finds groups and tests by name, and says what to do when there are none or several', async () => {
    const service = await scripted();
    await makeTests(service, { Twin: 'see a' });
    await makeTests(service, { Twin: 'see a', Single: 'see a' });
    expect(await gantry(service, ['tests', 'show', 'Twin'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/2 tests are called/),
    });
    expect(await gantry(service, ['tests', 'show', 'None'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no test "None"/),
    });
    expect((await gantry(service, ['tests', 'show', 'single'])).out).toContain('act');
    await gantry(service, ['groups', 'create', 'Smoke']);
    expect((await gantry(service, ['groups', 'add', 'Smoke', 'Single'])).out).toContain('Single');
    expect((await gantry(service, ['groups', 'remove', 'Smoke', 'Single'])).code).toBe(0);
    expect((await gantry(service, ['groups', 'delete', 'Smoke'])).code).toBe(0);
    expect((await gantry(service, ['tests', 'delete', 'Single'])).code).toBe(0);
    expect((await gantry(service, ['tests', 'list', '--json'])).json().tests).toHaveLength(2);
  });
});

async function makeTests(service: TestService, tests: Record<string, string>): Promise<void> {
  for (const [title, step] of Object.entries(tests)) {
    expect((await gantry(service, ['tests', 'create', title, '--step', step])).code).toBe(0);
  }
}
