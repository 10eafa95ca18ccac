import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { onTestFinished, type TestContext } from 'vitest';

/** The address of a server on a free port of loopback; it goes with the test. */
export async function listening(
  server: Server | HttpServer,
  test: Pick<TestContext, 'onTestFinished'> = { onTestFinished },
): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Where each connection breaks as soon as something is said. */
export function breakingAddress(): Promise<string> {
  return listening(createServer((socket) => socket.once('data', () => socket.destroy())));
}
