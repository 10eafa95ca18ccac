import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-messages.ts';

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

/**
 * The thread's side of a pool: carries out one job after the other. A job has no deadline here: one that must end is ended
 * together with its thread.
 */
export function serveJobs<Asked, Question, Found>(
  carryOut: (asked: Asked, ask: (question: Question) => Promise<Buffer>) => Promise<Found>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('This file runs only as a thread.');
  const send = (message: FromThread) => port.postMessage(message);
  const waiting = new Map<number, Waiting>();
  let lastQuestion = 0;
  const ask = (asked: Question) =>
    new Promise<Buffer>((resolve, reject) => {
      lastQuestion += 1;
      waiting.set(lastQuestion, { resolve, reject });
      send({ type: 'question', question: lastQuestion, asked });
    });
  port.on('message', (message: ToThread) => {
    if (message.type === 'job') {
      send({ type: 'taken' });
      // The pool sends what the type of the pool says.
      carryOut(message.asked as Asked, ask).then(
        (found) => send({ type: 'found', found }),
        (error) => send(broken(error)),
      );
      return;
    }
    const question = waiting.get(message.question);
    waiting.delete(message.question);
    if (message.type === 'no-answer') question?.reject(new Error('There is no answer.'));
    else
      question?.resolve(
        Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength),
      );
  });
}

function broken(error: unknown): FromThread {
  if (error instanceof Error) return { type: 'broken', message: error.message, stack: error.stack };
  return { type: 'broken', message: String(error), stack: undefined };
}
