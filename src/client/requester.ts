import { type OperationId, type Operations, type Route, routes } from './api.ts';
import { errorFrom, GantryError, UnreachableError } from './errors.ts';
import { type RetryPolicy, retrying } from './retry.ts';

export interface ClientOptions extends Partial<RetryPolicy> {
  /** Of the service, with or without `/api/v1`. */
  url: string;
  /** Not needed to trigger a group by its webhook. */
  apiKey?: string | undefined;
  fetch?: typeof fetch | undefined;
  /** Of one attempt, until its whole answer is there. */
  timeoutMs?: number | undefined;
  /** Called with the version of the service at each answer that tells it. */
  onServiceVersion?: ((version: string) => void) | undefined;
}

/** An operation that needs nothing can be called with nothing. */
export type CallArguments<Id extends OperationId> = Operations[Id]['takes'];

/** What a call takes: `path`, `query` and `body` as the operation has them. */
export type CallOptions<Id extends OperationId> = NonNullable<CallArguments<Id>[0]>;

export type AnswerTo<Id extends OperationId> = Operations[Id]['answer'];

export interface Answered<Id extends OperationId> {
  status: number;
  headers: Headers;
  answer: AnswerTo<Id>;
}

export interface Requester {
  /** Without `/api/v1`. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly retryPolicy: RetryPolicy;
  /** Throws `GantryError` for an answer that is an error, `UnreachableError` where none came. */
  call<Id extends OperationId>(id: Id, ...options: CallArguments<Id>): Promise<AnswerTo<Id>>;
  /** The same, with the status and the headers of the answer. */
  request<Id extends OperationId>(id: Id, ...options: CallArguments<Id>): Promise<Answered<Id>>;
}

/** The call without its types: what is common to all operations. */
interface UntypedOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  timeoutMs?: number;
}

const defaultRetries = 4;
const defaultTimeoutMs = 60_000;
/** Beside GET, PUT, PATCH and DELETE, which all leave the same behind when they are done twice. */
const repeatable: OperationId[] = ['initiateUpload', 'confirmUpload', 'readSteps', 'issueSignInCode'];

export function createRequester(options: ClientOptions): Requester {
  const base = baseUrl(options.url);
  // Called as a method of anything but the global object, a browser's fetch throws.
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const retryPolicy = { retries: options.retries ?? defaultRetries, onRetry: options.onRetry };

  async function request<Id extends OperationId>(
    id: Id,
    ...[typed]: CallArguments<Id>
  ): Promise<Answered<Id>> {
    const route = routes[id];
    const call: UntypedOptions = { ...(typed as UntypedOptions | undefined) };
    const url = base + filledPath(route, call.path) + queryString(call.query);
    const headers = headersOf(route, options.apiKey, call);
    const { signal, timeoutMs = options.timeoutMs ?? defaultTimeoutMs } = call;
    const isRepeatable =
      route.method !== 'POST' || repeatable.includes(id) || route.takesIdempotencyKey === true;
    return retrying(retryPolicy, { what: id, isRepeatable, signal }, () =>
      answering({ timeoutMs, signal }, async (attemptSignal) => {
        const response = await send(url, {
          method: route.method,
          headers,
          ...(route.hasBody && { body: JSON.stringify(call.body ?? {}) }),
          redirect: 'manual',
          signal: attemptSignal,
        });
        const version = response.headers.get('gantry-version');
        if (version !== null) options.onServiceVersion?.(version);
        if (response.status >= 400) throw await errorFrom(response);
        const answer = await readAnswer(route, response);
        return { status: response.status, headers: response.headers, answer: answer as AnswerTo<Id> };
      }),
    );
  }

  return {
    url: base,
    fetch: send,
    retryPolicy,
    request,
    call: async (id, ...rest) => (await request(id, ...rest)).answer,
  };
}

/**
 * Limits the time of an attempt, which starts anew with each sign of progress. An attempt without an answer throws the
 * reason of the caller who aborted it, or that the service can't be reached.
 */
export async function answering<Result>(
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  attempt: (signal: AbortSignal, getsOn: () => void) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const getsOn = () => {
    clearTimeout(timer);
    // Progress may still be reported after the end; a timer would then keep the program from ending.
    if (isOver) return;
    timer = setTimeout(
      () => late.abort(new Error(`there was no answer for ${timeoutMs / 1_000} seconds`)),
      timeoutMs,
    );
  };
  getsOn();
  try {
    return await attempt(signal ? AbortSignal.any([signal, late.signal]) : late.signal, getsOn);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof GantryError) throw error;
    throw new UnreachableError(`The service can't be reached: ${reasonOf(error)}.`, { cause: error });
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** The address as people paste it. */
function baseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new TypeError(
      `url: must be the address of the service, such as http://127.0.0.1:4270; it is "${text}"`,
    );
  }
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

function filledPath({ path }: Route, values: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    // An empty one, or dots, would silently address something else.
    if (!value || /^\.\.?$/.test(value)) throw new TypeError(`path.${name}: must be an id; it is "${value}"`);
    return encodeURIComponent(value);
  });
}

function queryString(query: Record<string, unknown> = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) given.set(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

function headersOf(route: Route, apiKey: string | undefined, call: UntypedOptions): Headers {
  const headers = new Headers(call.headers);
  if (route.answer === undefined) headers.set('accept', 'application/json');
  if (apiKey !== undefined && !route.isOpen) headers.set('authorization', `Bearer ${apiKey}`);
  if (route.hasBody) headers.set('content-type', 'application/json');
  if (route.takesIdempotencyKey && !headers.has('idempotency-key')) {
    headers.set('idempotency-key', randomKey());
  }
  return headers;
}

/** Pages without TLS have no `randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readAnswer(route: Route, response: Response): Promise<unknown> {
  if (!response.ok) throw moved(response);
  if (route.answer === 'stream') return response.body ?? new ReadableStream({ start: (c) => c.close() });
  if (route.answer === 'text') return response.text();
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new GantryError('The answer is not JSON: is this the address of a Gantry service?', {
      status: response.status,
      code: 'NotGantry',
    });
  }
}

/** Followed, a redirect would turn a POST into a GET, or take the key elsewhere. */
function moved({ status, headers }: Response): GantryError {
  const place = headers.get('location') ?? 'another address';
  return new GantryError(`The service sends us on to ${place}; use its address directly.`, {
    status,
    code: 'Redirected',
  });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return cause.message || code || cause.name;
}
