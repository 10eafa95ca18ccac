import { parentPort } from 'node:worker_threads';
import { inspectBinary, NotAnApp, readIcon } from './inspect.ts';
import type { RandomAccess } from './source.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** The thread's side of an inspector: parses what may be hostile, and reads only through the main thread. */
const port = parentPort;
if (!port) throw new Error('This file runs only as the thread of an inspector.');

class SourceOutOfReach extends Error {}

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let lastRead = 0;

port.on('message', (message: ToThread) => {
  if (message.type === 'inspect') {
    send({ type: 'taken' });
    void inspect(message);
    return;
  }
  const read = waiting.get(message.read);
  waiting.delete(message.read);
  if (message.type === 'failed') read?.reject(new SourceOutOfReach());
  else read?.resolve(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
});

async function inspect(job: Extract<ToThread, { type: 'inspect' }>): Promise<void> {
  const source: RandomAccess = {
    size: job.size,
    read: (start, end) =>
      new Promise((resolve, reject) => {
        lastRead += 1;
        waiting.set(lastRead, { resolve, reject });
        send({ type: 'read', read: lastRead, start, end });
      }),
  };
  try {
    // No signal: a job that must end is ended together with its thread.
    const { signal } = new AbortController();
    const look = job.task === 'info' ? inspectBinary : readIcon;
    send({ type: 'found', found: await look(source, job.kind, signal) });
  } catch (error) {
    send(toMessage(error));
  }
}

function toMessage(error: unknown): FromThread {
  if (error instanceof NotAnApp) return { type: 'not-an-app', message: error.message };
  if (error instanceof SourceOutOfReach) return { type: 'source-failed' };
  if (error instanceof Error) return { type: 'broken', message: error.message, stack: error.stack };
  return { type: 'broken', message: String(error), stack: undefined };
}

function send(message: FromThread): void {
  port?.postMessage(message);
}
