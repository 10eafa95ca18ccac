import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { remembering } from '../memo.ts';
import type { OutboundPolicy } from './address.ts';
import { createConnectionPool } from './connection-pool.ts';
import { bareHost, type Destination, parseDestination } from './destination.ts';
import { dial, type Guard, type Lookup, sharingLookups, systemLookup } from './dial.ts';
import { createDownload } from './download.ts';
import { type AnswerHeaders, type OutgoingRequest, startExchange } from './exchange.ts';
import { cancelled, connectFault, type FaultOutcome, OutboundFault } from './fault.ts';
import type { LeastRate } from './throughput.ts';

const destinationOf = remembering(parseDestination);

export interface OutboundOptions {
  readonly policy: OutboundPolicy;
  readonly lookup?: Lookup;
  readonly onRefused?: NonNullable<Guard['onRefused']>;
  /** Connections kept open, over all origins, for a next call. */
  readonly maxIdleConnections?: number;
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** From the look-up of the name to the end of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

interface PostOptions extends RequestOptions {
  readonly body: string | Uint8Array;
  /** How much of the answer is handed back; the rest is not kept. */
  readonly maxAnswerBytes: number;
}

interface OpenOptions extends RequestOptions {
  /** The longest silence of the other side, before and during its answer. */
  readonly idleMs: number;
  /** An answer that comes more slowly is given up. */
  readonly leastRate?: LeastRate;
  readonly maxBytes: number;
  /** Hears each part of the answer as it arrives; it is read from the body all the same. */
  readonly onBytes?: (chunk: Buffer, bytesRead: number) => void;
}

interface ConnectOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface OutboundFailure {
  readonly outcome: FaultOutcome;
  /** One sentence that the API's caller may read. */
  readonly reason: string;
  readonly durationMs: number;
}

export type OutboundAnswer =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly body: Buffer;
      readonly truncated: boolean;
      readonly durationMs: number;
    }
  | OutboundFailure;

export type OpenedAnswer =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly headers: AnswerHeaders;
      /** Fails with an `OutboundFault` where the answer does; must be read to its end or destroyed. */
      readonly body: Readable;
      readonly durationMs: number;
    }
  | OutboundFailure;

type Connected =
  | { readonly outcome: 'connected'; readonly socket: Socket; readonly durationMs: number }
  | OutboundFailure;

/** Every connection that leaves the service. No network fault is thrown: each comes back as an outcome. */
export interface Outbound {
  post(url: string, options: PostOptions): Promise<OutboundAnswer>;
  /** A GET whose answer is read as a stream. Redirects are not followed. */
  open(url: string, options: OpenOptions): Promise<OpenedAnswer>;
  /** A bare TCP connection; the socket then belongs to the caller. */
  connect(host: string, port: number, options: ConnectOptions): Promise<Connected>;
  /** Ends what is under way as `cancelled`. */
  close(): Promise<void>;
}

/** Read beyond `maxAnswerBytes` and thrown away, so that a longish answer does not cost the connection. */
const maxDrainedBytes = 65_536;

export function createOutbound(options: OutboundOptions): Outbound {
  let secureContext: SecureContext | undefined;
  const guard = {
    policy: options.policy,
    lookup: sharingLookups(options.lookup ?? systemLookup),
    ...(options.onRefused && { onRefused: options.onRefused }),
    secureContext: () => {
      secureContext ??= createSecureContext();
      return secureContext;
    },
  };
  const pool = createConnectionPool(guard, options.maxIdleConnections ?? 1_024);
  const dialing = new Set<AbortController>();
  let isClosed = false;

  function destinationFor(url: string, { headers = {} }: RequestOptions): Destination {
    const verdict = destinationOf(url);
    if (!verdict.allowed) throw new OutboundFault('refused', verdict.reason);
    // It would decide which name the certificate is checked for.
    if (Object.keys(headers).some((name) => name.toLowerCase() === 'host'))
      throw new OutboundFault('refused', 'The header host can not be set.');
    if (isClosed) throw cancelled();
    return verdict.destination;
  }

  return {
    async post(url, request) {
      const since = performance.now();
      try {
        const destination = destinationFor(url, request);
        return await new Promise((resolve) => {
          const kept: Buffer[] = [];
          let status = 0;
          let bytesRead = 0;
          const answer = (): OutboundAnswer => ({
            outcome: 'answered',
            status,
            body: Buffer.concat(kept).subarray(0, request.maxAnswerBytes),
            truncated: bytesRead > request.maxAnswerBytes,
            durationMs: elapsedMs(since),
          });
          const exchange = startExchange(pool, outgoingRequest('POST', destination, request, request.body), {
            head: (received) => {
              status = received;
            },
            chunk: (bytes) => {
              if (bytesRead < request.maxAnswerBytes) kept.push(bytes);
              bytesRead += bytes.length;
              if (bytesRead <= request.maxAnswerBytes + maxDrainedBytes) return;
              // The status has decided; an answer without end is not waited for.
              exchange.abandon();
              resolve(answer());
            },
            end: () => resolve(answer()),
            fault: (fault) => resolve(failure(fault, since)),
          });
        });
      } catch (error) {
        return failure(error, since);
      }
    },

    async open(url, request) {
      const since = performance.now();
      try {
        const destination = destinationFor(url, request);
        const { status, headers, body } = await createDownload(
          (handler) => startExchange(pool, outgoingRequest('GET', destination, request, null), handler),
          request,
        );
        return { outcome: 'answered', status, headers, body, durationMs: elapsedMs(since) };
      } catch (error) {
        return failure(error, since);
      }
    },

    async connect(host, port, { timeoutMs, signal }) {
      const since = performance.now();
      const abort = new AbortController();
      const onAbort = () => abort.abort(cancelled());
      const limit = `${timeoutMs / 1_000} s`;
      const timer = setTimeout(
        () => abort.abort(new OutboundFault('timeout', `No connection could be made within ${limit}.`)),
        timeoutMs,
      );
      signal?.addEventListener('abort', onAbort);
      if (isClosed || signal?.aborted) onAbort();
      dialing.add(abort);
      try {
        const socket = await dial({ hostname: bareHost(host), port }, guard, abort.signal);
        return { outcome: 'connected', socket, durationMs: elapsedMs(since) };
      } catch (error) {
        return failure(error instanceof OutboundFault ? error : connectFault(error, host, port), since);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        dialing.delete(abort);
      }
    },

    async close() {
      isClosed = true;
      for (const abort of dialing) abort.abort(cancelled());
      await pool.close();
    },
  };
}

function outgoingRequest(
  method: OutgoingRequest['method'],
  destination: Destination,
  { headers, timeoutMs, signal }: RequestOptions,
  body: OutgoingRequest['body'],
): OutgoingRequest {
  return { method, destination, headers: headers ?? {}, body, timeoutMs, signal };
}

function failure(error: unknown, since: number): OutboundFailure {
  if (!(error instanceof OutboundFault)) throw error;
  return { outcome: error.outcome, reason: error.message, durationMs: elapsedMs(since) };
}

function elapsedMs(since: number): number {
  return Math.round(performance.now() - since);
}
