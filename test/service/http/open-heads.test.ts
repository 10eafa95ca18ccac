import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, type TestContext } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { limitOpenHeads, openHeadLimits } from '../../../src/service/http/open-heads.ts';
import { isBindable } from '../../kernel/outbound/servers.js';
import { eventually, startTestService } from '../../support/service.js';

const hasSecondLoopback = await isBindable('127.0.0.2');

describe('connections that never finish the head of a request', () => {
  it('are cut beyond the limit of their address, the oldest first; whoever sends a request there is answered', async (context) => {
    const service = await startTestService();
    const port = Number(new URL(service.url).port);
    const crowd = await openHalf(context, { port, count: openHeadLimits.perAddress });
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    const more = await openHalf(context, { port, count: 20 });
    await eventually(async () =>
      expect(crowd.filter(({ destroyed }) => destroyed).length).toBeGreaterThanOrEqual(20),
    );
    expect(more.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(service.logged()).toContain('connections that send no request are cut');
  });

  it.skipIf(!hasSecondLoopback)('cost no other address its places (needs 127.0.0.2)', async (context) => {
    const port = await startLimited(context, { perAddress: 3, inTotal: 100 });
    const others = await openHalf(context, { port, count: 3, localAddress: '127.0.0.2' });
    const crowd = await openHalf(context, { port, count: 30 });
    await eventually(async () => expect(crowd.filter(({ destroyed }) => destroyed)).toHaveLength(27));
    expect(others.filter(({ destroyed }) => destroyed)).toEqual([]);
    for (const socket of others) {
      socket.write('host: a\r\n\r\n');
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
    }
  });

  it('are bounded over all addresses; those that have sent a request do not count', async (context) => {
    const port = await startLimited(context, { perAddress: 100, inTotal: 3 });
    const served = await openHalf(context, { port, count: 5, rest: 'host: a\r\n\r\n' });
    await eventually(async () => expect(served.every(({ bytesRead }) => bytesRead > 0)).toBe(true));
    const crowd = await openHalf(context, { port, count: 10 });
    await eventually(async () => expect(crowd.filter(({ destroyed }) => destroyed)).toHaveLength(7));
    expect(served.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it('are ended when their time is over, whether they sent a part or nothing', async (context) => {
    const service = await startTestService({ isNew: true });
    const server = await serverOf(service.url);
    expect(server.headersTimeout).toBe(15_000);
    // It still looks only every 5 seconds.
    server.headersTimeout = 1;
    const port = Number(new URL(service.url).port);
    const [half] = await openHalf(context, { port, count: 1 });
    const silent = await open(context, { port });
    await eventually(async () => expect([half?.destroyed, silent.destroyed]).toEqual([true, true]));
  });
});

/** The one that answers there, in this process. */
async function serverOf(url: string): Promise<Server> {
  const servers: Server[] = [];
  const note = (message: unknown) => void servers.push((message as { server: Server }).server);
  subscribe('http.server.request.start', note);
  await fetch(`${url}/healthz`);
  unsubscribe('http.server.request.start', note);
  const { port } = new URL(url);
  const found = servers.find((server) => String((server.address() as AddressInfo).port) === port);
  if (found === undefined) throw new Error(`no server of this process answers at ${url}`);
  return found;
}

interface Way {
  port: number;
  localAddress?: string;
}

async function openHalf(
  context: Pick<TestContext, 'onTestFinished'>,
  { count, rest = '', ...way }: Way & { count: number; rest?: string },
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    const socket = await open(context, way);
    socket.write(`GET /healthz HTTP/1.1\r\n${rest}`);
    sockets.push(socket);
  }
  return sockets;
}

async function open({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, way: Way): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', ...way });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.on('end', () => socket.destroy());
  socket.on('data', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function startLimited(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  limits: { perAddress: number; inTotal: number },
): Promise<number> {
  const server = createServer((_request, response) => response.end('ok'));
  limitOpenHeads(server, createLog('silent'), limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
