import type { LanguageModel } from 'ai';
import { StartupError } from '../../kernel/errors.ts';
import { parseUrl } from '../../kernel/url.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { speakingRefusals } from './spoken-refusal.ts';

/** A model that calls go to. The text form of the SDK's type is left out: it means a third party's gateway. */
export type Model = Exclude<LanguageModel, string>;

export interface ModelName {
  /** Null for a bare model id. */
  provider: string | null;
  modelId: string;
}

export interface ModelOptions {
  /** `<provider>/<model id>`, or a bare model id where there is a base URL. */
  model: string;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
}

interface ProviderSettings {
  baseURL?: string;
  apiKey?: string;
  fetch: typeof fetch;
}

/** Given explicitly, so that no variable of the SDK's own can send the key elsewhere. */
const knownBaseUrls: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};
const compatible = 'openai-compatible';
/** For servers that want none: without one the SDK would look for one in its own variables. */
const noKey = 'none';

/** Throws one sentence that says what the text must be. */
export function parseModel(text: string): ModelName {
  if (!/^[\x21-\x7e]{1,300}$/.test(text) || /^\/|\/$/.test(text)) {
    throw new Error('must be <provider>/<model id>, such as openai/gpt-5 or anthropic/claude-sonnet-4-5');
  }
  const [, provider, modelId] = /^([a-z0-9][a-z0-9-]{0,60})\/(.+)$/.exec(text) ?? [];
  return provider === undefined || modelId === undefined
    ? { provider: null, modelId: text }
    : { provider, modelId };
}

/**
 * The provider's package is loaded here and not before: a service without a model never pays for it. Without a key a
 * provider beyond the three known ones finds its credentials in its own way, such as the cloud's. Throws `StartupError`
 * with one sentence that names the setting.
 */
export async function createModel({ model: text, baseUrl, apiKey }: ModelOptions): Promise<Model> {
  const { provider, modelId } = nameOf(text);
  checkBaseUrl(baseUrl);
  checkKey(apiKey);
  const settings: ProviderSettings = {
    fetch: guardedFetch(apiKey),
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };

  if (provider !== null && provider !== compatible) {
    const known = knownBaseUrls[provider];
    if (known !== undefined && apiKey === undefined && baseUrl === undefined) {
      throw new StartupError(`GANTRY_MODEL_API_KEY is needed with GANTRY_MODEL=${provider}/…`);
    }
    const exports = await loadPackage(provider);
    if (exports !== null) {
      const explicit = known === undefined ? settings : { apiKey: noKey, baseURL: known, ...settings };
      return modelOf(factoryIn(exports, provider)(explicit), modelId, provider);
    }
    if (baseUrl === undefined) {
      throw new StartupError(
        `GANTRY_MODEL names the provider "${provider}", whose package @ai-sdk/${provider} is not installed: install it beside Gantry, or set GANTRY_MODEL_BASE_URL to a server that speaks OpenAI's protocol.`,
      );
    }
  }
  if (baseUrl === undefined) {
    throw new StartupError(
      provider === compatible
        ? `GANTRY_MODEL_BASE_URL is needed with GANTRY_MODEL=${compatible}/…`
        : 'GANTRY_MODEL must be <provider>/<model id>, such as openai/gpt-5, unless GANTRY_MODEL_BASE_URL is set.',
    );
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const id = provider === compatible ? modelId : text;
  return createOpenAICompatible({
    ...settings,
    name: compatible,
    baseURL: baseUrl,
    fetch: speakingRefusals(guardedFetch(apiKey)),
  }).chatModel(id);
}

function nameOf(text: string): ModelName {
  try {
    return parseModel(text);
  } catch (error) {
    throw new StartupError(`GANTRY_MODEL ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A user name or a header that can't be sent would stand in the error that fetch throws. */
function checkBaseUrl(baseUrl: string | undefined): void {
  if (baseUrl === undefined) return;
  const url = parseUrl(baseUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new StartupError('GANTRY_MODEL_BASE_URL must be a URL that starts with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new StartupError(
      'GANTRY_MODEL_BASE_URL must hold no user name and no password; the key goes into GANTRY_MODEL_API_KEY.',
    );
  }
}

function checkKey(apiKey: string | undefined): void {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new StartupError('GANTRY_MODEL_API_KEY must be one word of plain letters, digits and signs.');
  }
}

/** Null when it is not installed. */
async function loadPackage(provider: string): Promise<Record<string, unknown> | null> {
  const name = `@ai-sdk/${provider}`;
  try {
    return (await import(name)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      if (error.message.includes(`'${name}'`)) return null;
    }
    throw new StartupError(`The package ${name} that GANTRY_MODEL names can't be loaded.`, { cause: error });
  }
}

type Factory = (settings: ProviderSettings) => unknown;

/** `createMistral` in @ai-sdk/mistral, `createGoogleGenerativeAI` in @ai-sdk/google. */
function factoryIn(exports: Record<string, unknown>, provider: string): Factory {
  const wanted = `create${provider.replaceAll('-', '')}`;
  const names = Object.keys(exports).filter((name) => typeof exports[name] === 'function');
  const name =
    names.find((candidate) => candidate.toLowerCase() === wanted) ??
    names.find((candidate) => candidate.toLowerCase().startsWith(wanted)) ??
    names.find((candidate) => /^create[A-Z]/.test(candidate));
  if (name === undefined) throw notAProvider(provider);
  return exports[name] as Factory;
}

function modelOf(made: unknown, modelId: string, provider: string): Model {
  const { languageModel } = Object(made) as { languageModel?: unknown };
  if (typeof languageModel !== 'function') throw notAProvider(provider);
  const model: unknown = languageModel.call(made, modelId);
  if (typeof model !== 'object' || model === null || !('doGenerate' in model)) throw notAProvider(provider);
  return model as Model;
}

function notAProvider(provider: string): StartupError {
  return new StartupError(
    `GANTRY_MODEL names the provider "${provider}", but @ai-sdk/${provider} offers no language model.`,
  );
}
