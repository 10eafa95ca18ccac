import { type Connection, type ConnectionGuard, createConnection } from './connection.ts';
import type { Destination } from './destination.ts';

/** Keeps at most `maxIdle` connections open for the next exchange with their origin. */
export interface ConnectionPool {
  take(destination: Destination): Connection;
  /** After a complete answer: the connection may serve again. */
  giveBack(connection: Connection): void;
  /** After anything else. */
  drop(connection: Connection): void;
  /** Replaces a connection whose idle socket turned out to be dead. */
  replace(connection: Connection, destination: Destination): Connection;
  close(): Promise<void>;
}

export function createConnectionPool(guard: ConnectionGuard, maxIdle: number): ConnectionPool {
  /** By origin; one without idle connections has no entry, so that a million hosts called once leave nothing. */
  const idleOf = new Map<string, Connection[]>();
  /** Oldest first. */
  const idle = new Set<Connection>();
  const open = new Set<Connection>();
  let isClosed = false;

  function openConnection(destination: Destination): Connection {
    const connection = createConnection(destination, guard);
    open.add(connection);
    connection.client.on('disconnect', () => {
      if (idle.has(connection)) discardIdle(connection);
    });
    return connection;
  }

  function close(connection: Connection): Promise<void> {
    return connection.close().finally(() => open.delete(connection));
  }

  function discardIdle(connection: Connection): void {
    removeIdle(connection);
    void close(connection);
  }

  function removeIdle(connection: Connection): void {
    idle.delete(connection);
    const others = (idleOf.get(connection.origin) ?? []).filter((other) => other !== connection);
    if (others.length > 0) idleOf.set(connection.origin, others);
    else idleOf.delete(connection.origin);
  }

  return {
    take(destination) {
      const newest = idleOf.get(destination.origin)?.at(-1);
      if (newest === undefined) return openConnection(destination);
      removeIdle(newest);
      return newest;
    },

    giveBack(connection) {
      if (isClosed) return void close(connection);
      connection.hasServed = true;
      const ofOrigin = idleOf.get(connection.origin) ?? [];
      ofOrigin.push(connection);
      idleOf.set(connection.origin, ofOrigin);
      idle.add(connection);
      const [oldest] = idle;
      if (oldest !== undefined && idle.size > maxIdle) discardIdle(oldest);
    },

    drop: (connection) => void close(connection),

    replace(connection, destination) {
      void close(connection);
      return openConnection(destination);
    },

    async close() {
      isClosed = true;
      idle.clear();
      await Promise.all([...open].map(close));
    },
  };
}
