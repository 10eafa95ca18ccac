import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../service/deliveries/support.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { adminKey, eventually, startTestService } from '../../support/service.js';
import { gantry, settingsFor } from './support.js';

describe('gantry variables', () => {
  it('sets values from arguments, standard input and the environment, and never shows a secret one', async () => {
    const service = await startTestService();
    const env = { ...(await settingsFor(service)), SHOP_PASSWORD: 'from the environment' };
    const set = (args: string[], stdin = '') =>
      gantry(service, ['variables', 'set', ...args], { env, stdin });
    expect(await set(['user', 'alice'])).toMatchObject({ code: 0, out: 'Created user\n', err: '' });
    expect(await set(['pin', '--secret', '--stdin'], 'hush 1\n')).toMatchObject({ code: 0, err: '' });
    const hosts = ['--hosts', 'shop.example.com,*.example.org'];
    expect(await set(['pass', '--secret', '--from-env', 'SHOP_PASSWORD', ...hosts])).toMatchObject({
      code: 0,
    });
    const listed = await gantry(service, ['variables', 'list', '--json']);
    expect(listed.json().variables).toMatchObject([
      { name: 'pass', value: null, secret: true, hosts: ['shop.example.com', '*.example.org'] },
      { name: 'pin', value: null, secret: true, hosts: null },
      { name: 'user', value: 'alice', secret: false },
    ]);
    const table = (await gantry(service, ['variables', 'list'])).out;
    expect(table).toMatch(/pass +\(secret\) +shop\.example\.com, \*\.example\.org/);
    expect(table).not.toMatch(/hush|environment/);

    // A new value alone leaves a secret a secret, with its hosts.
    expect((await set(['pass', '--stdin'], 'another')).out).toBe('Changed pass  secret\n');
    expect((await set(['pass', 'typed'])).err).toMatch(/--stdin or --from-env/);
    const after = (await gantry(service, ['variables', 'list', '--json'])).json().variables;
    expect(after[0]).toMatchObject({ secret: true, hosts: ['shop.example.com', '*.example.org'] });
    expect((await set(['pass', '--stdin', '--hosts', 'none'], 'another')).code).toBe(0);
    await set(['pin', 'open', '--no-secret']);
    const opened = (await gantry(service, ['variables', 'list', '--json'])).json().variables;
    expect(opened).toMatchObject([{ secret: true, hosts: null }, { secret: false, value: 'open' }, {}]);

    expect(await set(['user'])).toMatchObject({ code: 2, err: expect.stringContaining('--from-env') });
    expect(await set(['user', 'a', '--stdin'], 'b')).toMatchObject({ code: 2 });
    expect((await set(['user', '--from-env', 'NOT_SET'])).err).toContain('NOT_SET is not set');
    expect(await set(['user', '--stdin'], 'x'.repeat(16_385))).toMatchObject({ code: 2 });
    expect((await gantry(service, ['variables', 'delete', 'pass', 'pin', 'user'])).code).toBe(0);
    expect((await gantry(service, ['variables', 'list'])).out).toBe('There are no variables yet.\n');
  });
});

describe('gantry whoami and a wrong key', () => {
  it('tells service, key and projects of both kinds of keys, and never the secret of the key', async () => {
    const service = await startTestService();
    const admin = await gantry(service, ['whoami']);
    expect(admin).toMatchObject({ code: 0, err: '' });
    expect(admin.out).toContain(service.url);
    expect(admin.out).toMatch(/gk_\w+_… {2}admin key/);
    expect(admin.out).toContain('GANTRY_API_KEY');
    expect(admin.out).toContain(`${service.projectId}  Default`);
    expect(admin.out).not.toContain(adminKey);
    const key = (await gantry(service, ['keys', 'issue', '--name', 'CI'])).out.trim();
    const env = await settingsFor(null);
    const own = await gantry(null, ['whoami', '--json', '--url', service.url, '--key', key], { env });
    expect(own.json()).toMatchObject({
      url: service.url,
      key: { id: key.split('_')[1], kind: 'project', name: 'CI', from: '--key' },
      projects: [{ id: service.projectId, name: 'Default' }],
    });
  });

  it('is explained by where the key came from: a flag, a variable or the file of the login', async () => {
    const service = await startTestService();
    const wrong = `${adminKey.slice(0, -4)}XXXX`;
    const env = await settingsFor(null);
    const asked = (args: string[], more: Record<string, string>) =>
      gantry(null, ['runs', 'list', '--url', service.url, ...args], { env: { ...env, ...more } });
    const byFlag = await asked(['--key', wrong], {});
    expect(byFlag).toMatchObject({ code: 2, out: '' });
    expect(byFlag.err).toContain('does not accept the API key from --key (gk_');
    expect(byFlag.err).not.toContain(wrong);
    const byVariable = await asked(['--json'], { GANTRY_API_KEY: wrong });
    expect(JSON.parse(byVariable.err).error).toMatchObject({
      code: 'Unauthorized',
      exitCode: 2,
      message: expect.stringContaining('from GANTRY_API_KEY'),
    });
    const key = (await gantry(service, ['keys', 'issue'])).out.trim();
    await gantry(null, ['login', '--url', service.url, '--key-stdin'], { env, stdin: key });
    await gantry(service, ['keys', 'revoke', key.split('_')[1] ?? '']);
    expect((await asked([], {})).err).toContain(`from ${env.XDG_CONFIG_HOME}/gantry/credentials.json`);
    const login = await gantry(null, ['login', '--url', service.url, '--key-stdin'], { env, stdin: wrong });
    expect(login).toMatchObject({ code: 2, err: expect.stringContaining('does not accept this API key') });
  });
});

describe('gantry projects rotate-secret', () => {
  it('prints the new secret, which the project then shows', async () => {
    const service = await startTestService();
    const secretOf = async () =>
      (await gantry(service, ['projects', 'show', '--show-secret', '--json'])).json().project.webhookSecret;
    const before = await secretOf();
    const rotated = await gantry(service, ['projects', 'rotate-secret', 'Default']);
    expect(rotated).toMatchObject({ code: 0, err: expect.stringContaining('24 hours') });
    expect(rotated.out.trim()).toMatch(/^whsec_/);
    expect(rotated.out.trim()).not.toBe(before);
    expect(await secretOf()).toBe(rotated.out.trim());
  });
});

describe('gantry deliveries of a project', () => {
  it('lists those that failed, and delivers all of them again once that is confirmed', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const receiver = await startReceiver();
    const submit = (prompt: string) =>
      gantry(service, ['runs', 'submit', prompt, '--result-url', receiver.url, '--wait', '--quiet']);
    expect(await submit('see a')).toMatchObject({ code: 0, out: 'PASS\n', err: '' });
    await submit('see b');
    const listed = async (...args: string[]) =>
      (await gantry(service, ['deliveries', 'list', '--json', ...args])).json().deliveries;
    const delivered = async (count: number) =>
      eventually(async () =>
        expect(
          (await listed()).filter(({ status }: { status: string }) => status === 'delivered'),
        ).toHaveLength(count),
      );
    await delivered(2);
    expect(await listed('--failed')).toEqual([]);
    expect((await gantry(service, ['deliveries', 'redeliver', '--since', '2h', '--yes'])).out).toBe(
      'There are no failed deliveries.\n',
    );
    // As four attempts at a receiver that is down would leave them, seven seconds later.
    await service.query(`update deliveries set status = 'failed'`);
    await service.query(`update runs set webhook_status = 'failed'`);
    expect(await listed('--failed', '--since', '2h')).toHaveLength(2);
    expect(await listed('--failed', '--receiver', 'elsewhere.test')).toEqual([]);
    expect((await gantry(service, ['deliveries', 'list', '--failed'])).out).toMatch(/failed .*127\.0\.0\.1/);

    const unasked = await gantry(service, ['deliveries', 'redeliver', '--since', '2h']);
    expect(unasked).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    const refused = await gantry(service, ['deliveries', 'redeliver', '--since', '2h'], {
      terminal: 80,
      stdin: 'n\n',
    });
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('Deliver 2 failed results again?'),
    });
    expect(await listed('--failed')).toHaveLength(2);
    const again = await gantry(service, ['deliveries', 'redeliver', '--since', '2h', '--yes', '--json']);
    expect(again.json()).toEqual({ count: 2 });
    await delivered(2);
    expect(receiver.received).toHaveLength(4);

    expect(await gantry(service, ['deliveries', 'redeliver'])).toMatchObject({ code: 2 });
    const [{ runId }] = await listed();
    const contradiction = await gantry(service, ['deliveries', 'list', runId, '--failed']);
    expect(contradiction).toMatchObject({ code: 2, err: expect.stringContaining('leave out <run>') });
  });
});

describe('gantry tests run and batches rerun --failed', () => {
  it('runs one test by its title, and runs only what has not passed again', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const created = { Good: 'see a', Bad: 'miss b', Broken: 'failure No phone' };
    for (const [title, step] of Object.entries(created))
      await gantry(service, ['tests', 'create', title, '--step', step]);
    const started = await gantry(service, ['tests', 'run', 'good', '--json']);
    expect(started).toMatchObject({ code: 0, err: '' });
    expect(started.json()).toMatchObject({ status: 'queued', runId: expect.any(String) });
    expect(await gantry(service, ['tests', 'run', 'Bad', '--wait', '--quiet'])).toMatchObject({
      code: 1,
      out: 'FAILED\n',
      err: '',
    });
    expect(await gantry(service, ['tests', 'run', 'Broken', '--wait'])).toMatchObject({
      code: 3,
      out: expect.stringMatching(/ERROR {2}Broken {2}.*\n {2}No phone \(SCRIPTED\)/),
    });
    // Each by its title, though the pilot calls all of them the same.
    await gantry(service, ['runs', 'submit', 'see   the first\nsee the second', '--wait']);
    const runs = (await gantry(service, ['runs', 'list'])).out;
    for (const line of [
      /PASS +see the first see the second /,
      /ERROR +Broken /,
      /FAILED +Bad /,
      /PASS +Good /,
    ])
      expect(runs).toMatch(line);

    const titles = ['Good', 'Bad', 'Broken'];
    await gantry(service, ['groups', 'create', 'All', ...titles.flatMap((title) => ['--test', title])]);
    const all = await gantry(service, ['trigger', 'All', '--wait', '--json']);
    const { batch } = all.json();
    expect([all.code, batch.result]).toEqual([1, 'FAILED']);
    const again = await gantry(service, ['batches', 'rerun', batch.id, '--failed', '--wait', '--json']);
    expect(again.json().batch.runs).toMatchObject([{ title: 'Bad' }, { title: 'Broken' }]);

    await gantry(service, ['groups', 'create', 'Some', '--test', 'Good', '--test', 'Broken']);
    const some = await gantry(service, ['trigger', 'Some', '--wait', '--quiet']);
    expect(some).toMatchObject({ code: 3, out: 'ERROR\n', err: '' });
    expect((await gantry(service, ['batches', 'list', '--group', 'Some'])).out).toMatch(
      /ERROR +Some +1 of 2/,
    );
  });
});
