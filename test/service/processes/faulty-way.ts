import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'vitest';

/** Stands between processes and PostgreSQL, as a network does. */
export interface FaultyWay {
  url(databaseUrl: string): string;
  /** Cuts every connection with a reset. */
  reset(): void;
  /** From now on nothing passes through the connections of today, and nobody is told; new ones are sound. */
  swallow(): void;
}

export async function openFaultyWay(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  socketPath: string,
): Promise<FaultyWay> {
  const connections = new Set<{ client: Socket; server: Socket; isSilent: boolean }>();
  const listener = createServer((client) => {
    const server = connect(socketPath);
    const connection = { client, server, isSilent: false };
    connections.add(connection);
    pass(client, server);
    pass(server, client);

    function pass(from: Socket, to: Socket): void {
      from.on('error', () => undefined);
      from.on('data', (bytes) => {
        if (!connection.isSilent) to.write(bytes);
      });
      from.on('close', () => {
        if (connection.isSilent) return;
        connections.delete(connection);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const destroyAll = () => {
    for (const { client, server } of connections) {
      client.resetAndDestroy();
      server.destroy();
    }
    connections.clear();
  };
  onTestFinished(() => {
    destroyAll();
    listener.close();
  });
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return {
    url(databaseUrl) {
      const { username, password, pathname } = new URL(databaseUrl);
      return `postgres://${username}:${password}@127.0.0.1:${address.port}${pathname}`;
    },
    reset: destroyAll,
    swallow() {
      for (const connection of connections) connection.isSilent = true;
    },
  };
}
