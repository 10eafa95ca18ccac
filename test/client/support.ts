import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that a test scripts, and what it was asked. */
export async function startScripted(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

/** Stands between a client and the service, as a network does. */
export async function startWay(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isOpen = true;
  let lostPath: string | null = null;
  let cutAfterBytes: number | null = null;
  const server = createTcpServer((client) => {
    if (!isOpen) {
      client.destroy();
      return;
    }
    const service = connect(Number(port), hostname);
    let received = 0;
    let isDoomed = false;
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    client.on('data', (bytes) => {
      received += bytes.length;
      if (lostPath !== null && bytes.includes(lostPath)) {
        lostPath = null;
        isDoomed = true;
      }
      if (cutAfterBytes !== null && received > cutAfterBytes) {
        cutAfterBytes = null;
        client.destroy();
      } else if (!service.write(bytes)) client.pause();
    });
    service.on('drain', () => client.resume());
    service.on('data', (bytes) => (isDoomed ? client.destroy() : client.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
    /** The service gets the next request whose bytes have this in them, but its answer is lost. */
    loseAnswerTo(text: string) {
      lostPath = text;
    },
    /** Breaks a connection once when this much was sent on it. */
    cutAfter(bytes: number) {
      cutAfterBytes = bytes;
    },
  };
}
