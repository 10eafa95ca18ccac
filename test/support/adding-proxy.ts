import { createServer, type IncomingMessage } from 'node:http';
import { listening } from './listening.ts';

/** Stands between a tool and the service, and adds members to what the tool sends: a tool of a later version knows more. */
export async function startAddingProxy(serviceUrl: string, members: object): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    const { host: _host, 'content-length': _length, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(serviceUrl + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...(body !== '' && { body: isJson ? JSON.stringify({ ...JSON.parse(body), ...members }) : body }),
    });
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-(length|encoding)|connection)$/.test(name),
    );
    response.writeHead(answer.status, Object.fromEntries(kept));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return listening(server);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
