import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/**
 * A port that is listened on by a thread that never accepts: once the system's queue for it is full, a further
 * connection gets no answer at all.
 */
export async function startDeafListener(): Promise<{ port: number }> {
  const worker = new Worker(
    `const { createServer } = require('node:net');
     const { parentPort } = require('node:worker_threads');
     const server = createServer();
     server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const fillers: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of fillers) socket.destroy();
    await worker.terminate();
  });
  while (await isAnswered(port, fillers));
  return { port };
}

function isAnswered(port: number, fillers: Socket[]): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    fillers.push(socket);
    socket.on('error', () => undefined);
    // Behind an answer that came while this process was kept waiting.
    const timer = setTimeout(() => setImmediate(() => resolve(false)), 200);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
