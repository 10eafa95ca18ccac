import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  createOutbound,
  type Outbound,
  type OutboundOptions,
} from '../../../src/kernel/outbound/outbound.ts';
import { quietPort } from '../../support/ports.ts';

export const openPolicy = { allowPrivate: true, allowNetworks: [] };
export const strictPolicy = { allowPrivate: false, allowNetworks: [] };
export const quickly = { body: '{}', timeoutMs: 20_000, maxAnswerBytes: 2_048 };

export function makeOutbound(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ policy: openPolicy, ...options });
  onTestFinished(() => outbound.close());
  return outbound;
}

export interface CountingServer {
  readonly port: number;
  readonly url: string;
  /** Connections ever made. */
  connections(): number;
  openSockets(): number;
  mostOpenSockets(): number;
  /** Resolves once no socket is open. */
  allClosed(): Promise<void>;
  /**
   * Connects itself and answers how many others did before. The system hands out connections in their order, so no
   * earlier one can still be on its way.
   */
  strangers(): Promise<number>;
  closeSockets(): void;
}

/** A server for raw bytes. */
export function startRaw(
  onSocket: (socket: Socket) => void,
  addresses = ['127.0.0.1'],
): Promise<CountingServer> {
  const server = () =>
    createServer((socket) => {
      // An unread socket would not notice its end.
      socket.resume();
      onSocket(socket);
    });
  return count(server, addresses);
}

export function startHttp(onRequest: RequestListener, addresses = ['127.0.0.1']): Promise<CountingServer> {
  return count(() => createHttpServer(onRequest), addresses);
}

export const okAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Answers when a whole request, which ends in `{}`, is there. */
export function onEachRequest(socket: Socket, answer: (at: number) => void): void {
  let received = '';
  let requests = 0;
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    while (received.includes('\r\n\r\n{}')) {
      received = received.slice(received.indexOf('\r\n\r\n{}') + 6);
      answer(requests++);
    }
  });
}

export async function count(makeServer: () => Server, addresses: string[]): Promise<CountingServer> {
  const sockets = new Set<Socket>();
  const peerPorts = new Set<number | undefined>();
  const servers: Server[] = [];
  let connections = 0;
  let mostOpen = 0;
  let onChange: () => void = () => undefined;
  // A port that is free at one address may be in use at another.
  let port = addresses.join() === '127.0.0.1' ? 0 : await quietPort();
  for (const address of addresses) {
    const server = makeServer();
    server.on('connection', (socket: Socket) => {
      connections += 1;
      peerPorts.add(socket.remotePort);
      sockets.add(socket);
      mostOpen = Math.max(mostOpen, sockets.size);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        onChange();
      });
      onChange();
    });
    await listen(server, address, port);
    port ||= (server.address() as AddressInfo).port;
    servers.push(server);
  }
  onTestFinished(() => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  });
  const until = (isTrue: () => boolean) =>
    new Promise<void>((resolve) => {
      onChange = () => {
        if (isTrue()) resolve();
      };
      onChange();
    });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    openSockets: () => sockets.size,
    mostOpenSockets: () => mostOpen,
    allClosed: () => until(() => sockets.size === 0),
    strangers: async () => {
      for (const address of addresses) {
        const own = openSocket({ host: address, port });
        await once(own, 'connect');
        await until(() => peerPorts.has(own.localPort));
        own.destroy();
      }
      return connections - addresses.length;
    },
    closeSockets: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

export async function isBindable(address: string): Promise<boolean> {
  const server = createServer();
  try {
    await listen(server, address, 0);
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
}
