import { type Connection, type ConnectionGuard, createConnection } from './connection.ts';
import type { Destination } from './destination.ts';
import { cancelled, OutboundFault } from './fault.ts';

/** Hands out connections: per origin at most `connectionsPerOrigin`, and of those that wait for their next call `maxIdle` in all. */
export interface ConnectionPool {
  /** A connection for one call, or a fault where none is free within `maxWaitMs`. */
  take(
    destination: Destination,
    maxWaitMs: number,
    signal: AbortSignal | undefined,
  ): Connection | Promise<Connection>;
  /** After a complete answer: the connection may serve again. */
  giveBack(connection: Connection, destination: Destination): void;
  /** After anything else: the socket is cut, and its place is free once it is closed. */
  drop(connection: Connection, destination: Destination): void;
  /** Puts a fresh connection in the place of one whose idle socket turned out to be dead. */
  replace(connection: Connection, destination: Destination): Connection;
  close(): Promise<void>;
}

interface OriginConnections {
  inUse: number;
  readonly idle: Connection[];
  readonly waiting: Set<Waiting>;
}

interface Waiting {
  give(connection: Connection): void;
  fail(fault: OutboundFault): void;
}

export function createConnectionPool(
  guard: ConnectionGuard,
  { connectionsPerOrigin, maxIdle }: { connectionsPerOrigin: number; maxIdle: number },
): ConnectionPool {
  /** an origin lives only as long as it has connections or calls, so that a million hosts called once leave nothing. */
  const origins = new Map<string, OriginConnections>();
  /** Oldest first. */
  const allIdle = new Set<Connection>();
  const all = new Set<Connection>();
  let isClosed = false;

  function connectionsOf(origin: string): OriginConnections {
    const known = origins.get(origin);
    if (known !== undefined) return known;
    const ofOrigin: OriginConnections = { inUse: 0, idle: [], waiting: new Set() };
    origins.set(origin, ofOrigin);
    return ofOrigin;
  }

  function newConnection(destination: Destination): Connection {
    const connection = createConnection(destination, guard);
    all.add(connection);
    connection.client.on('disconnect', () => {
      if (allIdle.has(connection)) discardIdle(connection);
    });
    return connection;
  }

  function close(connection: Connection): Promise<void> {
    return connection.close().finally(() => all.delete(connection));
  }

  function discardIdle(connection: Connection): void {
    allIdle.delete(connection);
    const ofOrigin = connectionsOf(connection.origin);
    ofOrigin.idle.splice(ofOrigin.idle.indexOf(connection), 1);
    forgetIfEmpty(connection.origin, ofOrigin);
    void close(connection);
  }

  function forgetIfEmpty(origin: string, ofOrigin: OriginConnections): void {
    if (ofOrigin.inUse === 0 && ofOrigin.idle.length === 0) origins.delete(origin);
  }

  function nextWaiting(ofOrigin: OriginConnections): Waiting | undefined {
    const [next] = ofOrigin.waiting;
    if (next !== undefined) ofOrigin.waiting.delete(next);
    return next;
  }

  function wait(
    ofOrigin: OriginConnections,
    maxWaitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const fail = (fault: OutboundFault) => {
        settle();
        reject(fault);
      };
      const onAbort = () => fail(cancelled());
      const timer = setTimeout(() => fail(busy(connectionsPerOrigin)), maxWaitMs);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        ofOrigin.waiting.delete(waiting);
      };
      const waiting: Waiting = {
        give: (connection) => {
          settle();
          resolve(connection);
        },
        fail,
      };
      signal?.addEventListener('abort', onAbort);
      ofOrigin.waiting.add(waiting);
    });
  }

  return {
    take(destination, maxWaitMs, signal) {
      if (isClosed || signal?.aborted) throw cancelled();
      const ofOrigin = connectionsOf(destination.origin);
      const idle = ofOrigin.idle.pop();
      if (idle !== undefined) allIdle.delete(idle);
      if (idle === undefined && ofOrigin.inUse >= connectionsPerOrigin) {
        if (maxWaitMs <= 0) throw busy(connectionsPerOrigin);
        return wait(ofOrigin, maxWaitMs, signal);
      }
      ofOrigin.inUse += 1;
      return idle ?? newConnection(destination);
    },

    giveBack(connection, destination) {
      if (isClosed) return void close(connection);
      connection.hasServed = true;
      const ofOrigin = connectionsOf(destination.origin);
      const next = nextWaiting(ofOrigin);
      if (next !== undefined) return next.give(connection);
      ofOrigin.inUse -= 1;
      ofOrigin.idle.push(connection);
      allIdle.add(connection);
      const [oldest] = allIdle;
      if (oldest !== undefined && allIdle.size > maxIdle) discardIdle(oldest);
    },

    drop(connection, destination) {
      void close(connection).finally(() => {
        const ofOrigin = connectionsOf(destination.origin);
        const next = isClosed ? undefined : nextWaiting(ofOrigin);
        if (next !== undefined) return next.give(newConnection(destination));
        ofOrigin.inUse -= 1;
        forgetIfEmpty(destination.origin, ofOrigin);
      });
    },

    replace(connection, destination) {
      void close(connection);
      return newConnection(destination);
    },

    async close() {
      isClosed = true;
      for (const ofOrigin of origins.values())
        for (const waiting of ofOrigin.waiting) waiting.fail(cancelled());
      allIdle.clear();
      await Promise.all([...all].map(close));
    },
  };
}

function busy(connectionsPerOrigin: number): OutboundFault {
  return new OutboundFault('busy', `All ${connectionsPerOrigin} connections to this receiver are in use.`);
}
