import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { listening } from '../support/listening.ts';

/** A server that a test scripts, and what it was asked. */
export async function startScripted(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    answer(request, response);
  });
  return { url: await listening(server), asked };
}
