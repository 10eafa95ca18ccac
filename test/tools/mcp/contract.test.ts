import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { breakingAddress } from '../../support/listening.ts';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { adminKey, createTestFolder, startTestService } from '../../support/service.js';
import { environment, main, openAgent } from './support.js';

const nobody = '01970000-0000-7000-8000-000000000000';

/** For each tool: input that is right but names nothing that exists, where it takes such; else what it needs. */
const tools: Record<
  string,
  { missing: Record<string, unknown> | null; needs?: Record<string, unknown>; reads: boolean; isLocal?: true }
> = {
  get_steps_reference: { missing: null, reads: true, isLocal: true },
  read_steps: { missing: null, needs: { prompt: 'see a' }, reads: true },
  upload_app: { missing: { path: 'nothing.apk' }, reads: false, isLocal: true },
  list_apps: { missing: null, reads: true },
  submit_run: { missing: { prompt: 'see a', appId: nobody }, reads: false },
  get_run: { missing: { runId: nobody }, reads: true },
  watch_run: { missing: { runId: nobody, waitSeconds: 1 }, reads: true },
  list_runs: { missing: null, reads: true },
  cancel_run: { missing: { runId: nobody }, reads: false },
  get_run_screenshot: { missing: { runId: nobody }, reads: true },
  list_groups: { missing: null, reads: true },
  list_tests: { missing: { groupId: nobody }, reads: true },
  trigger_group: { missing: { group: nobody }, reads: false },
  get_batch: { missing: { batchId: nobody }, reads: true },
};

describe('every tool', () => {
  it('says what it does, what it takes and what it may change', async () => {
    const service = await startTestService();
    const { client } = await openAgent(service.url);
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name).toSorted()).toEqual(Object.keys(tools).toSorted());
    for (const { name, description = '', inputSchema, outputSchema, annotations, title } of listed) {
      expect(description.length, name).toBeGreaterThan(60);
      expect(title, name).toBeTruthy();
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      const isContentAlone = name === 'get_steps_reference' || name === 'get_run_screenshot';
      expect(outputSchema?.type, name).toBe(isContentAlone ? undefined : 'object');
      expect(annotations, name).toMatchObject({ readOnlyHint: tools[name]?.reads });
      expect(annotations?.destructiveHint ?? false, name).toBe(name === 'cancel_run');
    }
    expect(client.getInstructions()).toContain('get_steps_reference');
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0], uri).toMatchObject({
        mimeType: 'text/markdown',
        text: expect.stringMatching(/^# /),
      });
    }
  });

  it('refuses bad input and what does not exist, as an error with the sentence of the service', async () => {
    const service = await startTestService();
    const agent = await openAgent(service.url);
    await Promise.all(
      Object.entries(tools).map(async ([name, { missing, isLocal }]) => {
        const bad = await agent.call(name, { ...missing, unheardOf: 1 });
        expect(bad, name).toMatchObject({ isError: true, text: expect.stringContaining('unheardOf') });
        if (missing === null) return;
        for (const member of Object.keys(missing)) {
          const wrong = await agent.call(name, { ...missing, [member]: 17.5 });
          expect(wrong, name).toMatchObject({ isError: true, text: expect.stringContaining(member) });
        }
        const { text, isError } = await agent.call(name, missing);
        expect(isError, name).toBe(true);
        expect(text, name).toMatch(isLocal ? /^Refused: / : /^NotFound: There is no such \w+\./);
      }),
    );
    const steps = await agent.call('get_steps_reference');
    expect(steps.text).toContain('## Assertions');
    const both = await agent.call('submit_run', {
      prompt: 'see a',
      appId: nobody,
      bundleId: 'com.example.app',
    });
    expect(both).toMatchObject({ isError: true, text: expect.stringMatching(/^ValidationError: mobile/) });
    expect(await agent.call('get_runs')).toMatchObject({ isError: true });
  });

  it("says so when the service can't be reached or does not know the key, and never shows the key", async () => {
    const service = await startTestService();
    const url = await breakingAddress();
    const [cut, stranger] = await Promise.all([
      openAgent(url, ['--retries', '0', '--project', nobody]),
      openAgent(service.url, ['--key', 'gk_other_0123456789abcdefghijABCDEFGHIJ', '--project', nobody]),
    ]);
    await Promise.all(
      Object.entries(tools).map(async ([name, { missing, needs, isLocal }]) => {
        if (isLocal) return;
        const input = missing ?? needs ?? {};
        const unreachable = await cut.call(name, input);
        expect(unreachable, name).toMatchObject({
          isError: true,
          text: expect.stringMatching(/^Unreachable: /),
        });
        const refused = await stranger.call(name, input);
        expect(refused, name).toMatchObject({
          isError: true,
          text: expect.stringMatching(/^(Unauthorized: .*GANTRY_API_KEY under "env"|RateLimited: )/),
        });
        expect(unreachable.text + refused.text, name).not.toMatch(/gk_\w+_\w/);
      }),
    );
    expect(cut.err() + stranger.err()).not.toMatch(/gk_\w+_\w/);
  });

  it('covers the key also where a prompt or a path holds it', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const agent = await openAgent(service.url);
    const shown = await agent.call('submit_run', { prompt: `see ${adminKey}`, waitSeconds: 100 });
    expect(shown.structured.run.steps[0].title).toBe('•••');
    const path = await agent.call('upload_app', { path: `${adminKey}.apk` });
    expect(JSON.stringify([shown, path])).not.toContain(adminKey);
  });
});

describe('the program', () => {
  it('writes nothing but the protocol to standard output and ends with standard input, whatever is under way', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { body: run } = await service.call('POST', '/runs', { prompt: 'hang' });
    const folder = await createTestFolder();
    const child = spawn(process.execPath, [main, 'mcp'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...environment(service.url, folder) },
    });
    const ended = once(child, 'close');
    let out = '';
    const answered = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        out += chunk;
        if (out.includes('"progressToken":"p"')) resolve();
      });
    });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'tests', version: '1' };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    send({ method: 'notifications/initialized' });
    child.stdin.write('this is no message\n');
    const params = { name: 'watch_run', arguments: { runId: run.id }, _meta: { progressToken: 'p' } };
    send({ id: 2, method: 'tools/call', params });
    await answered;
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(messages[0]).toMatchObject({ id: 1, result: { serverInfo: { name: 'gantry' } } });
    await service.call('POST', `/runs/${run.id}/cancel`);
  });

  it('says on standard error what it lacks, without a key', async () => {
    const folder = await createTestFolder();
    const child = spawn(process.execPath, [main, 'mcp'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: folder },
    });
    let err = '';
    let out = '';
    child.stderr.on('data', (chunk) => (err += chunk));
    child.stdout.on('data', (chunk) => (out += chunk));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(err).toContain('GANTRY_API_KEY');
    expect(out).toBe('');
  });
});
