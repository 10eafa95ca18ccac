import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { remembering } from '../memo.ts';
import type { OutboundPolicy } from './address.ts';
import { createConnectionPool } from './connection-pool.ts';
import { bareHost, type Destination, parseDestination } from './destination.ts';
import { dial, type Guard, type Lookup, sharingLookups, systemLookup } from './dial.ts';
import { createDownload, type DownloadOptions } from './download.ts';
import { type AnswerHeaders, type RequestOptions, startExchange } from './exchange.ts';
import { cancelled, connectFault, type FaultOutcome, OutboundFault } from './fault.ts';

const destinationOf = remembering(parseDestination);

export interface OutboundOptions {
  readonly policy: OutboundPolicy;
  readonly lookup?: Lookup;
  readonly onRefused?: NonNullable<Guard['onRefused']>;
  /** Connections kept open, over all origins, for a next call. */
  readonly maxIdleConnections?: number;
}

interface PostOptions extends RequestOptions {
  readonly body: string | Uint8Array;
  /** How much of the answer is handed back; the rest is not kept. */
  readonly maxAnswerBytes: number;
}

type OpenOptions = RequestOptions & DownloadOptions;

interface ConnectOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface OutboundFailure {
  readonly outcome: FaultOutcome;
  /** One sentence that the API's caller may read. */
  readonly reason: string;
}

export type OutboundAnswer =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: Buffer }
  | OutboundFailure;

export type OpenedAnswer =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly headers: AnswerHeaders;
      /** Fails with an `OutboundFault` where the answer does; must be read to its end or destroyed. */
      readonly body: Readable;
    }
  | OutboundFailure;

type Connected = { readonly outcome: 'connected'; readonly socket: Socket } | OutboundFailure;

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
          });
          const exchange = startExchange(
            pool,
            { ...request, method: 'POST', destination },
            {
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
              fault: (fault) => resolve(failure(fault)),
            },
          );
        });
      } catch (error) {
        return failure(error);
      }
    },

    async open(url, request) {
      try {
        const destination = destinationFor(url, request);
        const { status, headers, body } = await createDownload(
          (handler) => startExchange(pool, { ...request, method: 'GET', destination, body: null }, handler),
          request,
        );
        return { outcome: 'answered', status, headers, body };
      } catch (error) {
        return failure(error);
      }
    },

    async connect(host, port, { timeoutMs, signal }) {
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
        return { outcome: 'connected', socket };
      } catch (error) {
        return failure(error instanceof OutboundFault ? error : connectFault(error, host, port));
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

function failure(error: unknown): OutboundFailure {
  if (!(error instanceof OutboundFault)) throw error;
  return { outcome: error.outcome, reason: error.message };
}
