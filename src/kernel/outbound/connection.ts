import { isIP, type Socket } from 'node:net';
import { type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { Client } from 'undici';
import type { Destination } from './destination.ts';
import { type DialStep, dial, type Guard } from './dial.ts';
import { secureFault } from './fault.ts';

export interface ConnectionGuard extends Guard {
  secureContext(): SecureContext;
}

/** One HTTP client with at most one socket, which carries one exchange at a time. */
export interface Connection {
  readonly origin: string;
  readonly client: Client;
  /** Its socket, if it still has one, was idle before this exchange. */
  hasServed: boolean;
  /** What its connection attempt is doing; null when none is under way. */
  step(): DialStep | 'securing the connection' | null;
  /** Cuts the socket, or the attempt to get one, at once; resolves when it is closed. */
  close(): Promise<void>;
}

const maxHeadBytes = 16_384;
/** Shorter than the 5 s after which common servers close, so that a call seldom meets a closing connection. */
const keepAliveMs = 4_000;

/** Each socket, also a second one after the first was closed, is looked up and judged anew. */
export function createConnection(destination: Destination, guard: ConnectionGuard): Connection {
  const closed = new AbortController();
  let step: ReturnType<Connection['step']> = null;

  async function openSocket() {
    const socket = await dial(destination, guard, closed.signal, (next) => {
      step = next;
    });
    if (!destination.isSecure) return socket;
    step = 'securing the connection';
    return secure(socket, destination.hostname, guard.secureContext(), closed.signal);
  }

  const client = new Client(destination.origin, {
    connect: (_options, callback) => {
      openSocket()
        .finally(() => {
          step = null;
        })
        .then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
    },
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: maxHeadBytes,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // Each call has one deadline of its own, which covers these.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    origin: destination.origin,
    client,
    hasServed: false,
    step: () => step,
    close: async () => {
      closed.abort(new Error('the connection was closed'));
      await client.destroy();
    },
  };
}

/** TLS on a guarded connection. The certificate is always checked, whatever the environment says. */
function secure(
  socket: Socket,
  hostname: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      socket.destroy();
      throw signal.reason;
    }
    const name = isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
    const secured = tlsConnect({
      socket,
      secureContext,
      servername: name,
      // Without a server name, which an address can't be, the certificate is compared with this.
      host: hostname,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    // Stays on: an error between two owners of the socket must not end the process.
    secured.on('error', () => undefined);
    const settle = () => {
      signal.removeEventListener('abort', onAbort);
      secured.off('error', onError).off('close', onClose);
    };
    const end = (error: unknown) => {
      settle();
      secured.destroy();
      socket.destroy();
      reject(error);
    };
    const onAbort = () => end(signal.reason);
    const onError = (error: unknown) => end(secureFault(error, hostname));
    const onClose = () => end(secureFault(undefined, hostname));
    signal.addEventListener('abort', onAbort);
    secured.on('error', onError).on('close', onClose);
    secured.once('secureConnect', () => {
      settle();
      resolve(secured);
    });
  });
}
