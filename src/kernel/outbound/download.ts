import { Readable } from 'node:stream';
import type { AnswerHandler, AnswerHeaders, Exchange } from './exchange.ts';
import { OutboundFault } from './fault.ts';
import { type LeastRate, watchThroughput } from './throughput.ts';

interface Download {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Readable;
}

export interface DownloadOptions {
  /** The longest silence of the other side, before and during its answer. */
  readonly idleMs: number;
  /** An answer that comes more slowly is given up. */
  readonly leastRate?: LeastRate;
  readonly maxBytes: number;
  /** Hears each part of the answer as it arrives; it is read from the body all the same. */
  readonly onBytes?: (chunk: Buffer, bytesRead: number) => void;
}

/** What may wait for its reader: with less, a fast sender is stopped and started again for every chunk. */
const waitingBytes = 256 * 1024;

/** Turns an exchange into a stream: resolves with the head, rejects with the fault that came before it. */
export function createDownload(
  start: (handler: AnswerHandler) => Exchange,
  { idleMs, leastRate, maxBytes, onBytes }: DownloadOptions,
): Promise<Download> {
  return new Promise((resolve, reject) => {
    let bytesRead = 0;
    let hasHead = false;
    let isOver = false;
    let isPaused = false;
    let silence = watchSilence();
    const throughput = leastRate && watchThroughput(leastRate, (fault) => exchange.fail(fault));

    function watchSilence(): NodeJS.Timeout {
      const fault = new OutboundFault('timeout', `The other side was silent for ${idleMs / 1_000} s.`);
      return setTimeout(() => exchange.fail(fault), idleMs);
    }

    function end(): void {
      isOver = true;
      clearTimeout(silence);
      throughput?.pause();
    }

    const body = new Readable({
      highWaterMark: waitingBytes,
      read: () => {
        if (isOver || !isPaused) return;
        isPaused = false;
        silence = watchSilence();
        throughput?.resume();
        exchange.resume();
      },
      destroy: (error, done) => {
        end();
        exchange.abandon();
        done(error);
      },
    });
    // The reader gets the error; without a reader it must not end the process.
    body.on('error', () => undefined);

    const oversized = () =>
      new OutboundFault('oversized', `The answer is larger than the ${maxBytes} bytes allowed.`);

    const exchange = start({
      head: (status, headers) => {
        silence.refresh();
        if (Number(headers['content-length'] ?? 0) > maxBytes) return exchange.fail(oversized());
        hasHead = true;
        throughput?.resume();
        resolve({ status, headers, body });
      },
      chunk: (bytes) => {
        bytesRead += bytes.length;
        if (bytesRead > maxBytes) return exchange.fail(oversized());
        silence.refresh();
        throughput?.count(bytes.length);
        onBytes?.(bytes, bytesRead);
        if (body.push(bytes)) return;
        // The silence is the reader's from here on.
        isPaused = true;
        clearTimeout(silence);
        throughput?.pause();
        exchange.pause();
      },
      end: () => {
        end();
        body.push(null);
      },
      fault: (fault) => {
        end();
        if (hasHead) body.destroy(fault);
        else reject(fault);
      },
    });
  });
}
