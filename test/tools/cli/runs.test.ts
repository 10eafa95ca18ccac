import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { createTestFolder, eventually, startTestService } from '../../support/service.js';
import { gantry } from './support.js';

const scripted = () => startTestService({ execution: scriptedExecution() });

describe('gantry runs', () => {
  it('waits step by step; the exit code is the verdict: 0 passed, 1 failed, 3 not carried out', async () => {
    const service = await scripted();
    const passed = await gantry(service, ['runs', 'submit', 'act Open it\nsee Welcome\nshot', '--wait']);
    expect(passed.code).toBe(0);
    expect(passed.out).toMatch(
      /✓ Open it {2}\d+ ms\n {2}✓ Welcome {2}\d+ ms\n\nPASS {2}act Open it see Welcome shot {2}2 steps, /,
    );
    expect(passed.out).toMatch(/Screenshot {2}http:\/\/127/);

    const failed = await gantry(service, ['runs', 'submit', 'see Cart\nmiss Order\nwarn Slow', '--wait']);
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/✗ Order {2}\d+ ms\n {6}it was not there\n\nFAILED/);
    expect(failed.out).toMatch(/✗ Order\n.*\n {6}expected {2}Order\n {6}actual {4}nothing/);
    expect(failed.out).toMatch(/! Slow/);

    const broken = await gantry(service, ['runs', 'submit', 'see Cart\nfailure No phone', '--wait']);
    expect(broken.code).toBe(3);
    expect(broken.out).toContain('No phone (SCRIPTED)');
  });

  it('prints one JSON document with --wait --json, and one line for each change with watch --json', async () => {
    const service = await scripted();
    const waited = await gantry(service, ['runs', 'submit', 'see a\nmiss b', '--wait', '--json']);
    expect([waited.code, waited.err]).toEqual([1, '']);
    expect(waited.json()).toMatchObject({ status: 'completed', output: { result: 'FAILED' } });
    const watched = await gantry(service, ['runs', 'watch', waited.json().id, '--json']);
    expect(watched.code).toBe(1);
    expect(watched.jsonLines()).toMatchObject([
      { type: 'status', status: 'completed' },
      { type: 'step', step: { title: 'a', status: 'passed' } },
      { type: 'step', step: { title: 'b', status: 'failed' } },
      { type: 'end', run: waited.json() },
    ]);
  });

  it('tells of each step when it happens, not at the end', async () => {
    const service = await scripted();
    const seen: string[] = [];
    const stop = new AbortController();
    const watching = gantry(service, ['runs', 'submit', 'see first\nhang', '--wait'], {
      signal: stop.signal,
      onOut: (text) => {
        seen.push(text);
        if (text.includes('✓ first')) stop.abort();
      },
    });
    const { code, err } = await watching;
    expect(seen.join('')).toContain('✓ first');
    expect(code).toBe(130);
    const [, id = ''] = /The run (\S+) continues\. Watch it again: gantry runs watch/.exec(err) ?? [];
    expect((await gantry(service, ['runs', 'show', id, '--json'])).json().status).toBe('running');
    expect((await gantry(service, ['runs', 'cancel', id])).code).toBe(0);
    expect((await gantry(service, ['runs', 'watch', id, '--quiet'])).code).toBe(3);
  });

  it('stops waiting after --timeout with 3, and the run goes on', async () => {
    const service = await scripted();
    const { code, err } = await gantry(service, [
      'runs',
      'submit',
      'hang',
      '--wait',
      '--timeout',
      '1s',
      '--json',
    ]);
    expect(code).toBe(3);
    const { error } = JSON.parse(err);
    expect(error).toMatchObject({ code: 'Timeout', message: expect.stringContaining('gantry runs watch') });
    const listed = async () => (await gantry(service, ['runs', 'list', '--json'])).json().runs;
    await eventually(async () => expect(await listed()).toMatchObject([{ status: 'running' }]));
    await gantry(service, ['runs', 'cancel', (await listed())[0].id]);
  });

  it('takes the prompt from a file or from standard input, and starts nothing twice under one idempotency key', async () => {
    const service = await scripted();
    const file = join(await createTestFolder(), 'prompt.txt');
    await writeFile(file, 'see a\n');
    const submit = (...args: string[]) =>
      gantry(service, ['runs', 'submit', '--quiet', ...args], { stdin: 'see b' });
    const first = await submit(
      '--prompt-file',
      file,
      '--idempotency-key',
      'k',
      '--target-url',
      'http://shop.test',
    );
    const second = await submit(
      '--prompt-file',
      file,
      '--idempotency-key',
      'k',
      '--target-url',
      'http://shop.test',
    );
    expect(second.out).toBe(first.out);
    const other = await submit('--prompt-file', '-');
    const shown = await gantry(service, ['runs', 'show', other.out.trim(), '--json']);
    expect(shown.json().prompt).toBe('see b');
    const dash = await submit('-');
    expect((await gantry(service, ['runs', 'show', dash.out.trim(), '--json'])).json().prompt).toBe('see b');
    const endless = await gantry(service, ['runs', 'submit', '-'], { stdin: 'x'.repeat(80_001) });
    expect(endless).toMatchObject({ code: 2, err: expect.stringContaining('longer than 80000 bytes') });
    expect((await gantry(service, ['runs', 'show', first.out.trim()])).out).toMatch(
      /Target +http:\/\/shop.test/,
    );
  });

  it('shows what pages and prompts contain without letting it steer the terminal', async () => {
    const service = await scripted();
    const evil = 'miss \u001b[2J\u001b]0;pwned\u0007\u202eTitle';
    const { out } = await gantry(service, ['runs', 'submit', evil, '--wait'], { terminal: 80 });
    const { out: listed } = await gantry(service, ['runs', 'list'], { terminal: 80 });
    for (const text of [out, listed]) expect(withoutColours(text)).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });

  it('colours only a terminal, and heeds NO_COLOR, FORCE_COLOR and TERM=dumb', async () => {
    const service = await scripted();
    await gantry(service, ['runs', 'submit', 'see a', '--wait']);
    const base = {
      GANTRY_URL: service.url,
      GANTRY_API_KEY: 'gk_tests_0123456789abcdefghijABCDEFGHIJ',
      HOME: '/nonexistent',
    };
    const isColoured = async (env: Record<string, string>, terminal?: number) => {
      const typed = terminal === undefined ? {} : { terminal };
      return (await gantry(null, ['runs', 'list'], { env: { ...base, ...env }, ...typed })).out.includes(
        '\u001b[',
      );
    };
    expect(await isColoured({}, 80)).toBe(true);
    expect(await isColoured({})).toBe(false);
    expect(await isColoured({ NO_COLOR: '1' }, 80)).toBe(false);
    expect(await isColoured({ TERM: 'dumb' }, 80)).toBe(false);
    expect(await isColoured({ FORCE_COLOR: '1' })).toBe(true);
  });
});

/** Without what we paint ourselves. */
function withoutColours(text: string): string {
  return text
    .split('\u001b[')
    .map((part, at) => (at === 0 ? part : part.replace(/^\d+m|^K/, '')))
    .join('');
}
