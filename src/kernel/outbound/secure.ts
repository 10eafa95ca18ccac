import { isIP, type Socket } from 'node:net';
import { type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { secureFault } from './fault.ts';

/** TLS on a guarded connection. The certificate is always checked, whatever the environment says. */
export function secure(
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
