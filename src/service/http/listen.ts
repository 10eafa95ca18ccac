import type { Server } from 'node:net';
import { StartupError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { HttpServer } from './parts.ts';

const idleSweepMs = 100;

interface ListenAddress {
  host: string;
  port: number;
  /** The setting that names the port. */
  portSetting: string;
}

/** Returns the address at which this machine reaches the server. */
export async function listen(
  server: HttpServer,
  { host, port, portSetting }: ListenAddress,
): Promise<string> {
  await server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE' ? 'another program uses that port' : (error.code ?? error.message);
    throw new StartupError(
      `Can't listen on ${host}:${port} (${reason}): set another one with ${portSetting} or GANTRY_HOST.`,
      { cause: error },
    );
  });
  return urlOf(server.server.address());
}

/** Requests in flight are finished; those that outlast the grace time are cut. */
export async function closeServer(server: HttpServer, graceMs: number, log: Log): Promise<void> {
  const cut = setTimeout(() => {
    log.warn('requests in flight outlasted the grace time and are cut');
    server.server.closeAllConnections();
  }, graceMs);
  // A connection that falls idle only now would otherwise be kept for its next request.
  const dropIdle = setInterval(() => server.server.closeIdleConnections(), idleSweepMs);
  await server.close();
  clearTimeout(cut);
  clearInterval(dropIdle);
}

/** Built from where we listen, never from a request's Host. A wildcard address is reached through loopback. */
function urlOf(address: ReturnType<Server['address']>): string {
  if (address === null || typeof address === 'string')
    throw new TypeError('the server does not listen on a port');
  const { port } = address;
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
