import { connect, createServer, type Socket } from 'node:net';
import { inject, onTestFinished } from 'vitest';

export interface CuttingProxy {
  /** The address of the database through this proxy. */
  url(databaseUrl: string): string;
  /**
   * Lets the next COMMIT of a transaction with that statement in it through to the server, and cuts the connection instead
   * of answering it. The service commits for reasons of its own as well.
   */
  cutCommitOf(statement: string): void;
}

/** Stands between the service and PostgreSQL, as a network does. */
export async function startCuttingProxy(): Promise<CuttingProxy> {
  const { host, port } = inject('postgres');
  const sockets = new Set<Socket>();
  let awaited: string | null = null;
  const server = createServer((client) => {
    const upstream = connect(`${host}/.s.PGSQL.${port}`);
    let hasStatement = false;
    let isDoomed = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (awaited !== null && bytes.includes(awaited)) hasStatement = true;
      if (hasStatement && bytes.includes('commit\0')) {
        awaited = null;
        isDoomed = true;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => (isDoomed ? client.destroy() : client.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return {
    url: (databaseUrl) => {
      const url = new URL(databaseUrl);
      return `postgres://${url.username}:${url.password}@127.0.0.1:${address.port}${url.pathname}`;
    },
    cutCommitOf: (statement) => {
      awaited = statement;
    },
  };
}
