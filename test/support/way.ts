import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { inject, onTestFinished, type TestContext } from 'vitest';

interface Connection {
  client: Socket;
  server: Socket;
  /** Nothing passes any more, and neither end learns of the other one's end. */
  isSilent: boolean;
  /** The answer to what was sent last is lost. */
  isDoomed: boolean;
  sentBytes: number;
  /** How many of the texts whose answer shall be lost have passed. */
  passed: number;
}

export type Way = Awaited<ReturnType<typeof startWay>>;

/** Stands between clients and a server, as a network does, and fails as one does. */
export async function startWay(
  connectServer: () => Socket,
  test: Pick<TestContext, 'onTestFinished'> = { onTestFinished },
) {
  const connections = new Set<Connection>();
  /** Also of connections whose client has gone without its server being told. */
  const servers = new Set<Socket>();
  const events = new EventEmitter();
  let isOpen = true;
  let isFrozen = false;
  let isSilentToNew = false;
  let lostTexts: readonly string[] | null = null;
  let cutAfterBytes: number | null = null;

  const listener = createServer((client) => {
    client.on('error', () => undefined);
    if (!isOpen) {
      client.destroy();
      events.emit('refused');
      return;
    }
    const server = connectServer();
    servers.add(server);
    server.on('error', () => undefined);
    const connection: Connection = {
      client,
      server,
      isSilent: isSilentToNew,
      isDoomed: false,
      sentBytes: 0,
      passed: 0,
    };
    connections.add(connection);
    client.on('data', (bytes) => {
      look(connection, bytes);
      pass(connection, bytes, client, server);
    });
    server.on('data', (bytes) => {
      if (connection.isDoomed) client.destroy();
      else pass(connection, bytes, server, client);
    });
    client.on('close', () => {
      connections.delete(connection);
      events.emit('changed');
      if (!connection.isSilent) server.destroySoon();
    });
    server.on('close', () => {
      servers.delete(server);
      if (!connection.isSilent) client.destroySoon();
    });
    if (isFrozen) for (const socket of [client, server]) socket.pause();
    events.emit('changed');
  });

  function look(connection: Connection, bytes: Buffer): void {
    connection.sentBytes += bytes.length;
    if (cutAfterBytes !== null && connection.sentBytes > cutAfterBytes) {
      cutAfterBytes = null;
      connection.client.resetAndDestroy();
    }
    while (lostTexts !== null && bytes.includes(lostTexts[connection.passed] ?? '')) {
      connection.passed += 1;
      if (connection.passed < lostTexts.length) continue;
      lostTexts = null;
      connection.isDoomed = true;
    }
  }

  function pass({ isSilent, client }: Connection, bytes: Buffer, from: Socket, to: Socket): void {
    if (isSilent || client.destroyed || to.write(bytes)) return;
    from.pause();
    to.once('drain', () => isFrozen || from.resume());
  }

  const cut = () => {
    for (const { client, server } of connections) {
      client.resetAndDestroy();
      server.destroy();
    }
  };
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  test.onTestFinished(() => {
    cut();
    for (const server of servers) server.destroy();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    /** Breaks every connection that there is. */
    cut,
    /** Breaks them all and takes no new ones. */
    close() {
      isOpen = false;
      cut();
    },
    open() {
      isOpen = true;
    },
    /** Nothing passes any more on the connections there are, and nobody is told; new ones work. */
    silence() {
      for (const connection of connections) connection.isSilent = true;
    },
    /** New connections are taken and never answered. */
    silenceNew() {
      isSilentToNew = true;
    },
    /** Nothing is answered and nothing refused, as by a server whose processes are stopped. */
    freeze() {
      isFrozen = true;
      for (const { client, server } of connections) for (const socket of [client, server]) socket.pause();
    },
    /** What was sent meanwhile is carried out now, whether anyone still waits for it or not. */
    thaw() {
      isFrozen = false;
      for (const { client, server } of connections) for (const socket of [client, server]) socket.resume();
    },
    /** The server gets what a connection sends up to the last of these texts, one after the other; the answer is lost. */
    loseAnswerTo(...texts: string[]) {
      lostTexts = texts;
    },
    /** Breaks a connection once when this much was sent on it. */
    cutAfter(bytes: number) {
      cutAfterBytes = bytes;
    },
    refused: () => once(events, 'refused'),
    async holds(count: number) {
      while (connections.size !== count) await once(events, 'changed');
    },
  };
}

/** A way to a service or another HTTP server. */
export async function startHttpWay(target: string) {
  const { hostname, port } = new URL(target);
  const way = await startWay(() => connect(Number(port), hostname));
  return { ...way, url: `http://127.0.0.1:${way.port}` };
}

/** A way to PostgreSQL: that of the tests, or the one behind a socket. */
export async function startDatabaseWay(
  socketPath = `${inject('postgres').host}/.s.PGSQL.${inject('postgres').port}`,
  test?: Pick<TestContext, 'onTestFinished'>,
) {
  const way = await startWay(() => connect(socketPath), test);
  return {
    ...way,
    /** The address of the database through this way. */
    url(databaseUrl: string): string {
      const { username, password, pathname } = new URL(databaseUrl);
      return `postgres://${username}:${password}@127.0.0.1:${way.port}${pathname}`;
    },
  };
}
