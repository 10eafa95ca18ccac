import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { listening } from './listening.ts';

export interface StuckService {
  url: string;
  /** Resolves when the first bytes of a PUT have come; no more are taken. */
  putBegun: Promise<void>;
  /** Resolves when something was asked that is not answered. */
  askedInVain: Promise<void>;
}

const tool = new URL('../../dist/tool/gantry.mjs', import.meta.url);

/**
 * Hands out the command line, answers what leads up to an upload, takes the first bytes of it, and then nothing more. Every other call gets the answer
 * that is given for it, or none.
 */
export async function startStuckService(
  answers: Record<string, object | number> = {},
): Promise<StuckService> {
  let begin: () => void = () => undefined;
  let ask: () => void = () => undefined;
  const putBegun = new Promise<void>((resolve) => (begin = resolve));
  const askedInVain = new Promise<void>((resolve) => (ask = resolve));
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    if (method === 'PUT') {
      request.once('data', () => {
        request.pause();
        begin();
      });
      return;
    }
    request.resume();
    if (url === '/gantry.mjs') return void createReadStream(tool).pipe(response);
    const path = url.replace('/api/v1', '').replace(/\?.*/, '');
    const answer = path.endsWith('/mobile/upload') ? ticket() : answers[`${method} ${path}`];
    if (answer === undefined) return ask();
    if (typeof answer === 'number') response.statusCode = answer;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(typeof answer === 'number' ? {} : answer));
  });
  const ticket = () => ({ uploadUrl: `${address}/put`, storageKey: 'k', filename: 'a.apk', fileSize: 1 });
  const address = await listening(server);
  return { url: address, putBegun, askedInVain };
}
