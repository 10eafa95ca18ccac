import { createHash } from 'node:crypto';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseNetworks } from '../../../../src/kernel/outbound/network.ts';
import { isBindable } from '../../../kernel/outbound/servers.ts';
import { browserPath, browserProgram } from '../../../support/browser.ts';
import { htmlPage, launchTestBrowser, openContext, startProxy, startSite } from './site.ts';

const hasSecondLoopback = await isBindable('127.0.0.2');
const why = browserPath === null ? ' (skipped: no browser on this machine)' : '';

describe.skipIf(browserPath === null)(`the browser’s way to the network${why}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchTestBrowser();
  });
  afterAll(() => browser.close());

  it('leads through the proxy, loopback included, with names that only the proxy resolves', async () => {
    const site = await startSite((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/next' ? htmlPage('arrived') : htmlPage(loginForm));
    });
    const names: string[] = [];
    const proxy = await startProxy({
      lookup: async (name) => {
        names.push(name);
        return ['127.0.0.1'];
      },
    });
    const pass = proxy.admit();
    const page = await (await openContext(browser, pass)).newPage();
    await page.goto(`${site.url}/`);
    await page.click('a');
    await page.getByText('arrived').waitFor();
    await expect.poll(() => pass.connections() - site.connections()).toBe(0);
    await page.goto(`http://shop.test:${site.port}/next`);
    await page.goto(`http://localhost:${site.port}/next`);
    await expect.poll(() => pass.connections() - site.connections()).toBe(0);
    expect([...new Set(names)]).toEqual(['shop.test', 'localhost']);
    expect(pass.refusals()).toEqual([]);
  });

  it('is shown the pass by one answered challenge, with no request intercepted', async () => {
    const site = await startSite((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(htmlPage('<img src="/part">'));
    });
    const pass = (await startProxy()).admit();
    const context = await browser.newContext({ proxy: { server: pass.server } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let [challenges, paused] = [0, 0];
    session.on('Fetch.authRequired', ({ requestId }) => {
      challenges += 1;
      const { username, password } = pass;
      const authChallengeResponse = { response: 'ProvideCredentials', username, password } as const;
      void session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse });
    });
    session.on('Fetch.requestPaused', ({ requestId }) => {
      paused += 1;
      void session.send('Fetch.continueRequest', { requestId });
    });
    const patterns = [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' } as const];
    await session.send('Fetch.enable', { handleAuthRequests: true, patterns });
    await page.goto(`${site.url}/1`);
    await page.goto(`${site.url}/2`);
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(`open('${site.url}/3') !== null`),
    ]);
    await popup.waitForURL(`${site.url}/3`);
    expect([challenges, paused]).toEqual([1, 2]);
  });

  it('carries WebSockets', async () => {
    const site = await startSite((_request, response) => response.end('page'));
    const answering = await startWebSocket('hello');
    const pass = (await startProxy()).admit();
    const page = await (await openContext(browser, pass)).newPage();
    await page.goto(site.url);
    const heard = await page.evaluate(`new Promise((resolve) => {
      new WebSocket('ws://127.0.0.1:${answering.port}/').onmessage = ({ data }) => resolve(data);
    })`);
    expect(heard).toBe('hello');
  });

  it.skipIf(!hasSecondLoopback)(
    'is closed to refused addresses for documents, redirects, parts, scripts, WebSockets and changing names (needs 127.0.0.2)',
    async () => {
      const inner = await startSite((_request, response) => response.end('secret'));
      let secretUrls: string[] = [];
      const outer = await startSite((request, response) => {
        const at = Number(/^\/redirect\/(\d)/.exec(request.url ?? '')?.[1] ?? Number.NaN);
        if (!Number.isNaN(at)) return void response.writeHead(302, { location: secretUrls[at] }).end();
        response.setHeader('content-type', 'text/html');
        response.end(
          htmlPage(secretUrls.map((url) => `<img src="${url}"><iframe src="${url}"></iframe>`).join('')),
        );
      }, '127.0.0.2');
      let answersOfChanging = 0;
      const proxy = await startProxy({
        policy: { allowPrivate: false, allowNetworks: parseNetworks('127.0.0.2') },
        lookup: async (name) => {
          if (name === 'outer.test') return ['127.0.0.2'];
          if (name === 'changing.test') return [answersOfChanging++ === 0 ? '127.0.0.2' : '127.0.0.1'];
          return ['127.0.0.1'];
        },
      });
      const outerUrl = `http://outer.test:${outer.port}`;
      secretUrls = [
        `http://127.0.0.1:${inner.port}/`,
        `http://rebinding.test:${inner.port}/`,
        `http://localhost:${inner.port}/`,
        'http://169.254.169.254/latest/meta-data/',
      ];
      const pass = proxy.admit();
      const page = await (await openContext(browser, pass)).newPage();
      await page.goto(`${outerUrl}/`);
      for (const [at, url] of secretUrls.entries()) {
        expect((await page.goto(`${outerUrl}/redirect/${at}`))?.status()).toBe(403);
        expect((await page.goto(url))?.status()).toBe(403);
        await page.goto(`${outerUrl}/`);
        const socket = `new Promise((resolve) => {
          const socket = new WebSocket('${url.replace('http:', 'ws:')}');
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        })`;
        expect(await page.evaluate(socket)).toBe('refused');
        const secure = `fetch('${url.replace('http:', 'https:')}').then(() => 'answered', () => 'refused')`;
        expect(await page.evaluate(secure)).toBe('refused');
        const script = `fetch('${url}', { mode: 'no-cors' }).then(() => 'answered', () => 'refused')`;
        await page.evaluate(script);
      }
      await page.goto(`http://changing.test:${outer.port}/`);
      expect((await page.goto(`http://changing.test:${inner.port}/`))?.status()).toBe(403);
      expect(inner.connections()).toBe(0);
      const met = new Set(pass.refusals().map(({ host }) => host));
      expect([...met].sort()).toEqual([
        '127.0.0.1',
        '169.254.169.254',
        'changing.test',
        'localhost',
        'rebinding.test',
      ]);
      expect(pass.refusals().every(({ outcome }) => outcome === 'refused')).toBe(true);
    },
  );

  it('is closed to a context that names no proxy', async () => {
    const site = await startSite((_request, response) => response.end('reached'));
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      await expect(page.goto(`http://${host}:${site.port}/`)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
    }
    expect(site.connections()).toBe(0);
  });

  it('sends no packet for WebRTC, WebTransport or a look-up', async () => {
    const udp = await listenUdp();
    const site = await startSite((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        htmlPage(
          `<link rel="dns-prefetch" href="//prefetched.test"><link rel="preconnect" href="http://connected.test">`,
        ),
      );
    });
    const looked: string[] = [];
    const proxy = await startProxy({
      lookup: async (name) => {
        looked.push(name);
        return ['127.0.0.1'];
      },
    });
    const page = await (await openContext(browser, proxy.admit())).newPage();
    await page.goto(`http://localhost:${site.port}/`);
    const outcome = await page.evaluate<{ candidates: string[]; transport: string }>(callEveryWay(udp.port));
    expect(outcome.candidates.filter((candidate) => / udp /i.test(candidate))).toEqual([]);
    expect(outcome.transport).not.toBe('ready');
    expect(await udp.strangers()).toBe(0);
    expect(looked).not.toContain('prefetched.test');
  });

  it('would send packets without our arguments, so that their silence proves something', async () => {
    const udp = await listenUdp();
    const { executablePath, env } = browserProgram ?? {};
    const plain = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] } as never);
    onTestFinished(() => plain.close());
    const site = await startSite((_request, response) => response.end('page'));
    const page = await plain.newPage();
    await page.goto(site.url.replace('127.0.0.1', 'localhost'));
    const calls = page.evaluate(callEveryWay(udp.port)).catch(() => undefined);
    await udp.firstPacket;
    await page.close();
    await calls;
  });
});

/** For the page: gathers WebRTC candidates and opens a WebTransport, both towards one UDP port. */
function callEveryWay(port: number): string {
  return `(async () => {
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:127.0.0.1:${port}' },
      { urls: 'turn:127.0.0.1:${port}?transport=udp', username: 'u', credential: 'p' },
    ] });
    const candidates = [];
    peer.onicecandidate = ({ candidate }) => candidate?.candidate && candidates.push(candidate.candidate);
    peer.createDataChannel('x');
    const gathered = new Promise((resolve) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
    });
    await peer.setLocalDescription(await peer.createOffer());
    await gathered;
    peer.close();
    const transport = await new WebTransport('https://127.0.0.1:${port}/').ready.then(() => 'ready', () => 'refused');
    return { candidates, transport };
  })()`;
}

const loginForm =
  '<form><input name="username"><input name="password" type="password"></form><a href="/next">go</a>';

/** Greets whoever opens a WebSocket. */
async function startWebSocket(greeting: string): Promise<{ port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      const key = /sec-websocket-key: (\S+)/i.exec(`${head}`)?.[1];
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.write(Buffer.from([0x81, greeting.length, ...Buffer.from(greeting)]));
    });
  });
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port };
}

interface UdpListener {
  readonly port: number;
  readonly firstPacket: Promise<unknown>;
  /** Sends itself a packet and answers how many others came before it. */
  strangers(): Promise<number>;
}

async function listenUdp(): Promise<UdpListener> {
  const socket: UdpSocket = createSocket('udp4');
  let packets = 0;
  socket.on('message', () => {
    packets += 1;
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const { port } = socket.address();
  return {
    port,
    firstPacket: once(socket, 'message'),
    async strangers() {
      socket.send('own', port, '127.0.0.1');
      await once(socket, 'message');
      return packets - 1;
    },
  };
}
