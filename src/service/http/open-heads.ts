import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../kernel/log.ts';

interface OpenHeadLimits {
  perAddress: number;
  inTotal: number;
}

/**
 * Far above what callers need, whose heads arrive in a moment: a proxy that passes on what it has not read to the end
 * brings the heads of all its callers from one address.
 */
export const openHeadLimits: OpenHeadLimits = { perAddress: 1_024, inTotal: 8_192 };

const tellEveryMs = 60_000;

/**
 * Bounds the connections that have not sent the head of their first request. Beyond a limit the oldest of them is cut: a
 * caller that sends one has done so long before, also while another at its address holds many open.
 */
export function limitOpenHeads(server: Server, log: Log, limits: OpenHeadLimits = openHeadLimits): void {
  // Both in the order in which they came.
  const addressOf = new Map<Socket, string>();
  const socketsOf = new Map<string, Set<Socket>>();
  let toldAtMs = Number.NEGATIVE_INFINITY;

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const sockets = socketsOf.get(address) ?? new Set();
    socketsOf.set(address, sockets.add(socket));
    addressOf.set(socket, address);
    socket.once('close', () => forget(socket));
    if (sockets.size > limits.perAddress) cutFirst(sockets);
    else if (addressOf.size > limits.inTotal) cutFirst(addressOf.keys());
  });

  server.prependListener('request', ({ socket }: IncomingMessage) => forget(socket));

  function forget(socket: Socket): void {
    const address = addressOf.get(socket);
    if (address === undefined) return;
    addressOf.delete(socket);
    const sockets = socketsOf.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) socketsOf.delete(address);
  }

  function cutFirst(sockets: Iterable<Socket>): void {
    const [first] = sockets;
    if (first === undefined) return;
    const address = addressOf.get(first);
    forget(first);
    first.destroy();
    if (performance.now() - toldAtMs < tellEveryMs) return;
    toldAtMs = performance.now();
    log.warn({ address, open: addressOf.size }, 'connections that send no request are cut');
  }
}
