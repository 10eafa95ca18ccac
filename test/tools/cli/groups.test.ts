import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallBuild } from '../../service/groups/support.js';
import { createTestFolder } from '../../support/service.js';
import { makeTests, scripted } from './groups.ts';
import { gantry, settingsFor } from './support.js';

describe('gantry groups, tests and trigger', () => {
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
