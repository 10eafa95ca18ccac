import { connect, createServer, type Socket } from 'node:net';
import { inject, onTestFinished } from 'vitest';

export interface FreezingProxy {
  /** The address of the database through this proxy. */
  url(databaseUrl: string): string;
  /** From now on nothing is answered and nothing refused, as by a server whose processes are stopped. */
  freeze(): void;
  /** What was sent meanwhile is carried out now, whether anyone still waits for it or not. */
  thaw(): void;
}

export async function startFreezingProxy(): Promise<FreezingProxy> {
  const { host, port } = inject('postgres');
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(`${host}/.s.PGSQL.${port}`);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('close', () => sockets.delete(from));
      if (isFrozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return {
    url(databaseUrl) {
      const { username, password, pathname } = new URL(databaseUrl);
      return `postgres://${username}:${password}@127.0.0.1:${address.port}${pathname}`;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
