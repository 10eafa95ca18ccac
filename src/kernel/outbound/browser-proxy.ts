import { createHash, timingSafeEqual } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { randomText } from '../ids.ts';
import type { FaultOutcome } from './fault.ts';
import type { Outbound } from './outbound.ts';
import { type Entrance, serveConnection } from './proxy-connection.ts';

export interface BrowserProxy {
  /** `http://127.0.0.1:<port>`, the same for every pass. */
  readonly server: string;
  /** One run's way through the proxy. */
  admit(): ProxyPass;
  /** Ends every pass and the listener. */
  close(): Promise<void>;
}

/**
 * Playwright's own `proxy.username` intercepts every request and turns the cache off, which makes a page with many
 * parts several times slower. A CDP session whose `Fetch.enable` has `handleAuthRequests` and patterns for documents
 * only can answer the one challenge of `source: 'Proxy'` instead; the browser then remembers it for the context.
 */
export interface ProxyPass {
  readonly server: string;
  readonly username: string;
  readonly password: string;
  /** What was not connected, in order; the newest are kept. */
  refusals(): Refusal[];
  /** Connections made to the outside so far. */
  connections(): number;
  /** Ends its connections at once. */
  close(): void;
}

export interface Refusal {
  readonly host: string;
  readonly port: number;
  readonly outcome: FaultOutcome;
  /** One sentence. */
  readonly reason: string;
  readonly atMs: number;
}

export interface BrowserProxyOptions {
  readonly connectTimeoutMs?: number;
  /** A connection on which nothing moved for so long is closed. */
  readonly idleMs?: number;
  readonly maxConnectionsPerPass?: number;
}

interface Admission {
  readonly pass: ProxyPass;
  readonly entrance: Entrance;
  readonly passwordHash: Buffer;
}

const maxRefusalsKept = 1_000;
const maxClients = 4_096;

/** The only way of the browser to the network: every connection is made, and judged, by `outbound`. */
export async function startBrowserProxy(
  outbound: Pick<Outbound, 'connect'>,
  options: BrowserProxyOptions = {},
): Promise<BrowserProxy> {
  const { connectTimeoutMs = 20_000, idleMs = 10 * 60_000, maxConnectionsPerPass = 256 } = options;
  const admissions = new Map<string, Admission>();
  const clients = new Set<Socket>();

  // A client may close its side and still wait for the answer.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    serveConnection(client, { entranceFor, idleMs });
  });
  server.maxConnections = maxClients;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  server.on('error', () => undefined);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function entranceFor(authorization: string | undefined): Entrance | null {
    const [, encoded] = /^basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
    const [, username, password] = /^([^:]*):(.*)$/s.exec(`${Buffer.from(encoded ?? '', 'base64')}`) ?? [];
    const admission = admissions.get(username ?? '');
    if (admission === undefined || password === undefined) return null;
    return timingSafeEqual(hashOf(password), admission.passwordHash) ? admission.entrance : null;
  }

  function admit(): ProxyPass {
    const username = randomText(16);
    const password = randomText(32);
    const inside = new Set<Socket>();
    const refusals: Refusal[] = [];
    let connections = 0;

    const entrance: Entrance = {
      enter(client) {
        if (inside.size >= maxConnectionsPerPass) return false;
        inside.add(client);
        client.on('close', () => inside.delete(client));
        return true;
      },
      async connect(host, port, signal) {
        const connected = await outbound.connect(host, port, { timeoutMs: connectTimeoutMs, signal });
        if (connected.outcome === 'connected') {
          connections += 1;
          return connected.socket;
        }
        if (connected.outcome !== 'cancelled') {
          const { outcome, reason } = connected;
          refusals.push({ host, port, outcome, reason, atMs: Date.now() });
          if (refusals.length > maxRefusalsKept) refusals.shift();
        }
        return connected;
      },
    };
    const pass: ProxyPass = {
      server: address,
      username,
      password,
      refusals: () => [...refusals],
      connections: () => connections,
      close() {
        admissions.delete(username);
        for (const client of inside) client.destroy();
      },
    };
    admissions.set(username, { pass, entrance, passwordHash: hashOf(password) });
    return pass;
  }

  return {
    server: address,
    admit,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const { pass } of admissions.values()) pass.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}

function hashOf(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}
