import type { Dispatcher } from 'undici';
import type { ConnectionPool } from './connection-pool.ts';
import type { Destination } from './destination.ts';
import { cancelled, exchangeFault, OutboundFault } from './fault.ts';

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** From the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

interface OutgoingRequest extends RequestOptions {
  readonly destination: Destination;
  readonly method: 'GET' | 'POST';
  readonly body: string | Uint8Array | null;
}

/** Called in this order: head, chunks, then exactly one of end and fault. */
export interface AnswerHandler {
  head(status: number, headers: AnswerHeaders): void;
  chunk(bytes: Buffer): void;
  end(): void;
  fault(fault: OutboundFault): void;
}

export interface Exchange {
  /** Closes the connection; the handler is not called any more. */
  abandon(): void;
  fail(fault: OutboundFault): void;
  pause(): void;
  resume(): void;
}

/** One request and its answer on one connection, which goes back to the pool when the exchange is over. */
export function startExchange(
  pool: ConnectionPool,
  request: OutgoingRequest,
  answerHandler: AnswerHandler,
): Exchange {
  const { destination, signal } = request;
  let connection = pool.take(destination);
  /** Set when the request is about to be written: from here on the receiver may have it. */
  let controller: Dispatcher.DispatchController | undefined;
  let hasHead = false;
  let isOver = false;

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (begun) => {
      controller = begun;
    },
    onResponseStart: (_controller, status, headers) => {
      const isInterim = status < 200;
      if (isOver || isInterim) return;
      hasHead = true;
      answerHandler.head(status, headers);
    },
    onResponseData: (_controller, bytes) => {
      if (!isOver) answerHandler.chunk(bytes);
    },
    onResponseEnd: () => {
      if (finish(true)) answerHandler.end();
    },
    onResponseError: (_controller, error) => {
      if (isOver) return;
      const fault = exchangeFault(error, destination.hostname, controller !== undefined);
      const wasClosedWhileIdle = connection.hasServed && controller === undefined && error !== fault;
      if (!wasClosedWhileIdle || fault.outcome !== 'unreachable') return fail(fault);
      // Nothing was written, so this repeats nothing.
      connection = pool.replace(connection, destination);
      send();
    },
  };

  function send(): void {
    const { method, headers = {}, body } = request;
    connection.client.dispatch({ method, path: destination.path, headers, body }, handler);
  }

  function finish(isReusable: boolean): boolean {
    if (isOver) return false;
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    if (isReusable) pool.giveBack(connection);
    else pool.drop(connection);
    return true;
  }

  function fail(fault: OutboundFault): void {
    if (finish(false)) answerHandler.fault(fault);
  }

  function late(): OutboundFault {
    const waitingFor = hasHead ? 'reading the answer' : 'waiting for the answer';
    const step = connection.step() ?? (controller === undefined ? 'connecting' : waitingFor);
    const limit = `${request.timeoutMs / 1_000} s`;
    return new OutboundFault('timeout', `The time limit of ${limit} was reached while ${step}.`);
  }

  const timer = setTimeout(() => fail(late()), request.timeoutMs);
  const onAbort = () => fail(cancelled());
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  else send();

  return {
    abandon: () => void finish(false),
    fail,
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
  };
}
