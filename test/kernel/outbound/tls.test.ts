import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Identity, makeIdentity } from './certificate.ts';
import { count, makeOutbound, quickly, startRaw } from './servers.ts';

const names = { lookup: async () => ['127.0.0.1'] };

async function startSecure({ key, cert }: Identity) {
  const seen: Array<{ host: string | undefined; servername: unknown }> = [];
  const server = await count(
    () =>
      createServer({ key, cert }, (request, response) => {
        const { socket } = request;
        seen.push({ host: request.headers.host, servername: 'servername' in socket && socket.servername });
        response.end('secure');
      }),
    ['127.0.0.1'],
  );
  return { ...server, seen };
}

/** A program whose operator trusts this certificate, as `NODE_EXTRA_CA_CERTS` lets him. */
async function postTrusting({ cert }: Identity, urls: string[], env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const certFile = join(folder, 'cert.pem');
  await writeFile(certFile, cert);
  const program = fileURLToPath(new URL('post-program.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...urls], {
    env: { ...process.env, ...env, NODE_EXTRA_CA_CERTS: certFile },
  });
  return JSON.parse(stdout) as unknown;
}

describe('over TLS', () => {
  it('a trusted receiver is called by name, by name with a trailing dot and by address, on a connection kept open', async () => {
    const identity = makeIdentity(['receiver.test'], ['127.0.0.1']);
    const receiver = await startSecure(identity);
    const answers = await postTrusting(identity, [
      `https://receiver.test:${receiver.port}/`,
      `https://receiver.test:${receiver.port}/`,
      `https://receiver.test.:${receiver.port}/`,
      `https://127.0.0.1:${receiver.port}/`,
    ]);
    expect(answers).toEqual([1, 2, 3, 4].map(() => ({ outcome: 'answered', status: 200 })));
    expect(receiver.connections()).toBe(3);
    expect(receiver.seen).toEqual([
      { host: `receiver.test:${receiver.port}`, servername: 'receiver.test' },
      { host: `receiver.test:${receiver.port}`, servername: 'receiver.test' },
      { host: `receiver.test.:${receiver.port}`, servername: 'receiver.test' },
      { host: `127.0.0.1:${receiver.port}`, servername: false },
    ]);
  });

  it('a trusted certificate of another name or address is refused, even if the environment would switch that off', async () => {
    const identity = makeIdentity(['other.test'], ['127.0.0.9']);
    const receiver = await startSecure(identity);
    const answers = await postTrusting(
      identity,
      [`https://receiver.test:${receiver.port}/`, `https://127.0.0.1:${receiver.port}/`],
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    );
    expect(answers).toEqual([
      {
        outcome: 'unreachable',
        reason: 'The certificate of receiver.test is not valid for it (ERR_TLS_CERT_ALTNAME_INVALID).',
      },
      {
        outcome: 'unreachable',
        reason: 'The certificate of 127.0.0.1 is not valid for it (ERR_TLS_CERT_ALTNAME_INVALID).',
      },
    ]);
    expect(receiver.seen).toEqual([]);
  });

  it('an expired certificate is refused', async () => {
    const identity = makeIdentity(['receiver.test'], [], { validUntil: new Date(Date.now() - 86_400_000) });
    const receiver = await startSecure(identity);
    expect(await postTrusting(identity, [`https://receiver.test:${receiver.port}/`])).toMatchObject([
      { outcome: 'unreachable', reason: expect.stringContaining('CERT_HAS_EXPIRED') },
    ]);
    expect(receiver.seen).toEqual([]);
  });

  it('a certificate that nobody vouches for is refused and the connection closed', async () => {
    const receiver = await startSecure(makeIdentity(['receiver.test']));
    const answer = await makeOutbound(names).post(`https://receiver.test:${receiver.port}/`, quickly);
    expect(answer).toMatchObject({
      outcome: 'unreachable',
      reason: 'The certificate of receiver.test is not valid for it (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
    await receiver.allClosed();
    expect(receiver.seen).toEqual([]);
  });

  it('a receiver that speaks no TLS, or leaves within the handshake, is unreachable', async () => {
    for (const misbehave of ['HTTP/1.1 400 Bad Request\r\n\r\n', '']) {
      const receiver = await startRaw((socket) => {
        socket.once('data', () => socket.end(misbehave));
      });
      const answer = await makeOutbound(names).post(`https://receiver.test:${receiver.port}/`, quickly);
      expect(answer).toMatchObject({
        outcome: 'unreachable',
        reason: 'No secure connection to receiver.test could be made.',
      });
      await receiver.allClosed();
    }
  });

  it('a signal within the handshake closes the connection', async () => {
    const receiver = await startRaw(() => undefined);
    const abort = new AbortController();
    const call = makeOutbound(names).post(`https://receiver.test:${receiver.port}/`, {
      ...quickly,
      signal: abort.signal,
    });
    await receiver.strangers();
    abort.abort();
    expect(await call).toMatchObject({ outcome: 'cancelled' });
    await receiver.allClosed();
  });
});
