import { connect, createServer, type Socket } from 'node:net';
import { inject, onTestFinished } from 'vitest';

export interface OutageProxy {
  /** The address of the database through this proxy. */
  url(databaseUrl: string): string;
  goDown(): void;
  comeBack(): void;
  /** Lets the next statement with this text through to the server and cuts the connection instead of answering it. */
  cutAnswerTo(text: string): void;
}

/** Stands between a worker and PostgreSQL, and can be out of reach. */
export async function startOutageProxy(): Promise<OutageProxy> {
  const { host, port } = inject('postgres');
  const sockets = new Set<Socket>();
  let isDown = false;
  let doomedText: string | null = null;
  const server = createServer((client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    const upstream = connect(`${host}/.s.PGSQL.${port}`);
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
      if (doomedText !== null && bytes.includes(doomedText)) {
        doomedText = null;
        isDoomed = true;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => (isDoomed ? client.destroy() : client.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return {
    url: (databaseUrl) => {
      const url = new URL(databaseUrl);
      return `postgres://${url.username}:${url.password}@127.0.0.1:${address.port}${url.pathname}`;
    },
    goDown() {
      isDown = true;
      cut();
    },
    comeBack() {
      isDown = false;
    },
    cutAnswerTo(text) {
      doomedText = text;
    },
  };
}
