import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { protocolOf, type Said } from './wire.ts';

/** What the model does next: an answer in its protocol's form, an HTTP answer to the letter, or nothing at all. */
export type Turn = Said | HttpAnswer | 'hang' | ((request: SeenRequest) => Said);

export interface HttpAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface SeenRequest {
  path: string;
  headers: IncomingMessage['headers'];
  /** As it came over the wire. */
  text: string;
  body: Record<string, unknown>;
}

export interface ModelServer {
  url: string;
  requests: SeenRequest[];
  /** Turns that were never asked for. */
  left(): number;
  close(): Promise<void>;
}

/**
 * A provider on this machine with a scripted conversation. Like the real ones it refuses, with a 400, a conversation in
 * which a tool call has no result. A call beyond the script is a 500 that names itself.
 */
export async function startModelServer(turns: readonly Turn[]): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  let next = 0;
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const seen = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
      requests.push(seen);
      answer(seen, response);
    });
  });

  function answer(seen: SeenRequest, response: ServerResponse): void {
    const protocol = protocolOf(seen.path);
    const fault = protocol?.faultIn(seen.body) ?? null;
    if (protocol === null) {
      send(response, { status: 404, body: '{"error":{"message":"no such path"}}' });
    } else if (fault !== null) {
      send(response, { status: 400, body: protocol.error(400, fault) });
    } else {
      const turn = turns[next] ?? { status: 500, body: protocol.error(500, 'the script has ended') };
      next += 1;
      if (turn === 'hang') return;
      const said = typeof turn === 'function' ? turn(seen) : turn;
      send(
        response,
        'status' in said
          ? { body: protocol.error(said.status, `scripted ${said.status}`), ...said }
          : { status: 200, body: protocol.say(said) },
      );
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    left: () => turns.length - next,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, headers, body }: HttpAnswer & { body: string }): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
