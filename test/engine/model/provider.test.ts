import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createModel, parseModel } from '../../../src/engine/model/provider.ts';
import { StartupError } from '../../../src/kernel/errors.ts';

const baseUrl = 'http://127.0.0.1:9/v1';
const apiKey = 'sk-0123456789';

afterEach(() => vi.unstubAllEnvs());

describe('the name of a model', () => {
  it.each([
    ['openai/gpt-5', 'openai', 'gpt-5'],
    ['anthropic/claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5'],
    ['openai-compatible/meta-llama/Llama-3', 'openai-compatible', 'meta-llama/Llama-3'],
    ['llama3.2:3b', null, 'llama3.2:3b'],
    ['Qwen/Qwen3', null, 'Qwen/Qwen3'],
  ])('%s is read', (text, provider, modelId) => {
    expect(parseModel(text)).toEqual({ provider, modelId });
  });

  it.each(['', ' ', 'openai/', '/gpt-5', 'openai/gpt 5', 'a\nb'])('"%s" is refused', (text) => {
    expect(() => parseModel(text)).toThrow('must be <provider>/<model id>');
  });
});

describe('a model is made', () => {
  it.each([
    [{ model: 'openai/gpt-5', apiKey }, 'openai.responses', 'gpt-5'],
    [{ model: 'anthropic/claude-sonnet-4-5', apiKey }, 'anthropic.messages', 'claude-sonnet-4-5'],
    [{ model: 'google/gemini-2.5-flash', apiKey }, 'google.generative-ai', 'gemini-2.5-flash'],
    [{ model: 'openai/gpt-5', baseUrl }, 'openai.responses', 'gpt-5'],
    [
      { model: 'openai-compatible/meta-llama/Llama-3', baseUrl },
      'openai-compatible.chat',
      'meta-llama/Llama-3',
    ],
    [{ model: 'meta-llama/llama-3', baseUrl }, 'openai-compatible.chat', 'meta-llama/llama-3'],
    [{ model: 'llama3.2:3b', baseUrl }, 'openai-compatible.chat', 'llama3.2:3b'],
  ])('from %o', async (options, provider, modelId) => {
    expect(await createModel(options)).toMatchObject({ provider, modelId });
  });

  it.each([
    [{ model: 'openai/gpt-5' }, 'GANTRY_MODEL_API_KEY'],
    [{ model: 'anthropic/x' }, 'GANTRY_MODEL_API_KEY'],
    [{ model: 'google/x' }, 'GANTRY_MODEL_API_KEY'],
    [{ model: 'gpt-5', apiKey }, 'GANTRY_MODEL_BASE_URL'],
    [{ model: 'openai-compatible/x', apiKey }, 'GANTRY_MODEL_BASE_URL'],
    [{ model: 'no-such-provider/x', apiKey }, '@ai-sdk/no-such-provider is not installed'],
    [{ model: 'provider/x', apiKey }, 'offers no language model'],
    [{ model: 'open ai', apiKey }, 'GANTRY_MODEL must be'],
    [{ model: 'x', baseUrl: 'ftp://x' }, 'GANTRY_MODEL_BASE_URL must be'],
    [{ model: 'x', baseUrl: 'http://me:secret@host/v1' }, 'no user name and no password'],
    [{ model: 'openai/x', apiKey: 'sk-1\nx' }, 'GANTRY_MODEL_API_KEY must be'],
  ])('not from %o, which is said in one sentence', async (options, sentence) => {
    const error = await createModel(options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).not.toContain('secret@');
    expect((error as Error).message).not.toContain('sk-1');
  });
});

it("no key and no address of the SDK's own variables is used", async () => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-from-the-environment');
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/elsewhere');
  await expect(createModel({ model: 'openai/gpt-5' })).rejects.toThrow('GANTRY_MODEL_API_KEY');
  const seen: Array<{ url: string; key: string | null }> = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    seen.push({ url, key: new Headers(init.headers).get('authorization') });
    return Promise.resolve(new Response('{}', { status: 400 }));
  });
  try {
    for (const options of [
      { model: 'openai/gpt-5', apiKey },
      { model: 'openai/gpt-5', baseUrl },
    ]) {
      const model = await createModel(options);
      const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }];
      await expect(model.doGenerate({ prompt })).rejects.toThrow();
    }
  } finally {
    vi.unstubAllGlobals();
  }
  expect(seen).toEqual([
    { url: 'https://api.openai.com/v1/responses', key: `Bearer ${apiKey}` },
    { url: `${baseUrl}/responses`, key: 'Bearer none' },
  ]);
});

it('a service without a model never loads the SDK', async () => {
  const code = `
    const { register } = await import('node:module');
    register('data:text/javascript,' + encodeURIComponent(
      'export async function resolve(s, c, n) { const r = await n(s, c); if (/ai-sdk|node_modules\\\\/ai\\\\//.test(r.url)) process.stdout.write(r.url); return r; }'));
    await import('./dist/engine/model/planner.js');
    await import('./dist/engine/model/provider.js');`;
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd,
  });
  expect(stdout).toBe('');
});
