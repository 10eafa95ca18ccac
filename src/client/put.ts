import { errorFrom } from './errors.ts';
import { answering } from './requester.ts';

export interface Put {
  url: string;
  size: number;
  content: Blob | ReadableStream<Uint8Array>;
  fetch: typeof fetch;
  signal?: AbortSignal | undefined;
  onProgress?: ((sentBytes: number) => void) | undefined;
}

/** Without a byte taken, and then without an answer: storage may have gigabytes to write down before it answers. */
const stalledMs = 300_000;

/** Sends content of a known size, in bounded memory. The error of content that can't be read is thrown as it is. */
export async function put(request: Put): Promise<void> {
  const content = watched(request.content, request.size);
  try {
    await answering({ timeoutMs: stalledMs, signal: request.signal }, (signal, getsOn) => {
      const onSent = (sentBytes: number) => {
        if (signal.aborted) return;
        getsOn();
        request.onProgress?.(sentBytes);
      };
      return 'XMLHttpRequest' in globalThis
        ? putByXhr(request, signal, onSent)
        : putByFetch(request, content.stream(onSent), signal);
    });
  } catch (error) {
    throw request.signal?.aborted ? error : (content.failure() ?? error);
  } finally {
    content.close();
  }
}

/**
 * Servers need the length beforehand. Node's fetch sends the given length; and it keeps no second copy of what it
 * has sent, for a redirect or a prompt to send again, only if told that there will be neither.
 */
async function putByFetch(
  { url, size, fetch: send }: Put,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const init = {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    body,
    duplex: 'half',
    redirect: 'error',
    window: null,
    signal,
  } as const;
  const response = await send(url, init);
  if (!response.ok) throw await errorFrom(response);
  await response.arrayBuffer();
}

/** The part of a browser's XMLHttpRequest that is used: fetch there tells no progress and sends no stream. */
interface Xhr {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: Blob): void;
  abort(): void;
}

async function putByXhr(
  { url, content }: Put,
  signal: AbortSignal,
  onSent: (sentBytes: number) => void,
): Promise<void> {
  const blob = content instanceof Blob ? content : await new Response(content).blob();
  const { XMLHttpRequest } = globalThis as object as { XMLHttpRequest: new () => Xhr };
  const xhr = new XMLHttpRequest();
  const stop = () => xhr.abort();
  signal.throwIfAborted();
  try {
    await new Promise<void>((resolve, reject) => {
      xhr.upload.onprogress = ({ loaded }) => onSent(loaded);
      xhr.onload = () => resolve();
      xhr.onerror = () => reject(new TypeError('the connection broke'));
      xhr.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      xhr.open('PUT', url);
      xhr.setRequestHeader('content-type', 'application/octet-stream');
      xhr.send(blob);
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (xhr.status >= 200 && xhr.status < 300) return;
  throw await errorFrom(new Response(xhr.responseText, { status: xhr.status, headers: headersOf(xhr) }));
}

function headersOf(xhr: Xhr): Record<string, string> {
  const retryAfter = xhr.getResponseHeader('retry-after');
  return retryAfter === null ? {} : { 'retry-after': retryAfter };
}

/**
 * Reports how much was taken, and remembers why it could not be read. It has to be closed: an aborted `fetch` can't cancel a
 * stream that it reads itself, and would take the rest of it, as fast as it can be read.
 */
function watched(content: Blob | ReadableStream<Uint8Array>, size: number) {
  let failure: unknown = null;
  let close: () => void = () => undefined;
  const fail = (error: unknown): never => {
    failure = error;
    throw error;
  };
  return {
    failure: () => failure,
    close: () => close(),
    stream(onSent: (sentBytes: number) => void): ReadableStream<Uint8Array> {
      const source: ReadableStream<Uint8Array> = content instanceof Blob ? content.stream() : content;
      const reader = source.getReader();
      let sentBytes = 0;
      let isClosed = false;
      const leave = (reason?: unknown) => {
        isClosed = true;
        return reader.cancel(reason).catch(() => undefined);
      };
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            close = () => {
              if (isClosed) return;
              controller.error(new Error('the upload is over'));
              void leave();
            };
          },
          async pull(controller) {
            const { done, value } = await reader.read().catch(fail);
            // What it gives after that says nothing about the content.
            if (isClosed) return;
            sentBytes += value?.byteLength ?? 0;
            if (sentBytes > size || (done && sentBytes < size)) {
              const has = done ? sentBytes : 'more';
              fail(new TypeError(`size: is ${size}, but the content has ${has} bytes`));
            }
            if (done) {
              isClosed = true;
              return controller.close();
            }
            controller.enqueue(value);
            onSent(sentBytes);
          },
          cancel: leave,
        },
        { highWaterMark: 0 },
      );
    },
  };
}
