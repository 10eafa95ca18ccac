import type { Dispatcher } from 'undici';
import { cancelled, exchangeFault, OutboundFault } from './fault.ts';
import type { Line } from './line.ts';
import type { Switchboard } from './switchboard.ts';
import type { Target } from './target.ts';

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface CallRequest {
  readonly target: Target;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** From the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Hears about the answer in this order: head, chunks, then exactly one of end and fault. */
export interface Receiver {
  head(status: number, headers: AnswerHeaders): void;
  chunk(bytes: Buffer): void;
  end(): void;
  fault(fault: OutboundFault): void;
}

export interface Call {
  /** The receiver has heard enough: the connection is cut, and nothing more is told. */
  cut(): void;
  fail(fault: OutboundFault): void;
  pause(): void;
  resume(): void;
}

/** One request and its answer on one line, which goes back to the switchboard when the call is over. */
export function startCall(
  firstLine: Line,
  switchboard: Switchboard,
  request: CallRequest,
  receiver: Receiver,
): Call {
  const { target, signal } = request;
  let line = firstLine;
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
      receiver.head(status, headers);
    },
    onResponseData: (_controller, bytes) => {
      if (!isOver) receiver.chunk(bytes);
    },
    onResponseEnd: () => {
      if (finish(true)) receiver.end();
    },
    onResponseError: (_controller, error) => {
      if (isOver) return;
      const fault = exchangeFault(error, target.hostname, controller !== undefined);
      const wasClosedWhileIdle = line.hasServed && controller === undefined && error !== fault;
      if (!wasClosedWhileIdle || fault.outcome !== 'unreachable') return fail(fault);
      // Nothing was written, so this repeats nothing.
      line = switchboard.replace(line, target);
      send();
    },
  };

  function send(): void {
    const { method, headers, body } = request;
    line.client.dispatch({ method, path: target.path, headers, body }, handler);
  }

  function finish(isReusable: boolean): boolean {
    if (isOver) return false;
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    if (isReusable) switchboard.giveBack(line, target);
    else switchboard.drop(line, target);
    return true;
  }

  function fail(fault: OutboundFault): void {
    if (finish(false)) receiver.fault(fault);
  }

  function late(): OutboundFault {
    const waitingFor = hasHead ? 'reading the answer' : 'waiting for the answer';
    const step = line.step() ?? (controller === undefined ? 'connecting' : waitingFor);
    const limit = `${request.timeoutMs / 1_000} s`;
    return new OutboundFault('timeout', `The time limit of ${limit} was reached while ${step}.`);
  }

  const timer = setTimeout(() => fail(late()), request.timeoutMs);
  const onAbort = () => fail(cancelled());
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  else send();

  return {
    cut: () => void finish(false),
    fail,
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
  };
}
