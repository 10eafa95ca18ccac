import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type BrowserProxyOptions,
  type ProxyPass,
  startBrowserProxy,
} from '../../../src/kernel/outbound/browser-proxy.ts';
import type { OutboundOptions } from '../../../src/kernel/outbound/outbound.ts';
import { quietPort } from '../../support/ports.ts';
import { makeOutbound, startHttp, startRaw, strictPolicy } from './servers.ts';

async function startProxy(outbound: Partial<OutboundOptions> = {}, options: BrowserProxyOptions = {}) {
  const proxy = await startBrowserProxy(makeOutbound(outbound), options);
  onTestFinished(() => proxy.close());
  return proxy;
}

function credentials({ username, password }: Pick<ProxyPass, 'username' | 'password'>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** A raw connection to the proxy. */
async function knock(pass: ProxyPass): Promise<Socket> {
  const { hostname, port } = new URL(pass.server);
  const socket = createConnection({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A request in absolute form, as a browser sends it. */
function ask(pass: ProxyPass, url: string, options: RequestOptions = {}, body?: string) {
  const { hostname, port } = new URL(pass.server);
  const asked = httpRequest({
    host: hostname,
    port,
    path: url,
    agent: false,
    ...options,
    headers: {
      'Proxy-Authorization': credentials(pass),
      'Proxy-Connection': 'keep-alive',
      ...options.headers,
    },
  });
  asked.end(body);
  return once(asked, 'response').then(([answer]) => answer as IncomingMessage);
}

/** However it came: a reset by the origin reaches the browser as one, and `once` would reject with it. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

function connectHead(pass: ProxyPass, target: string): string {
  return `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${credentials(pass)}\r\n\r\n`;
}

async function until(socket: Socket, pattern: RegExp): Promise<string> {
  let received = '';
  for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
    received += bytes;
    if (pattern.test(received)) return received;
  }
  throw new Error(`ended after ${JSON.stringify(received)}`);
}

describe('a request in absolute form', () => {
  it('reaches its origin as the browser would have sent it there, and comes back as it was answered', async () => {
    const seen: string[] = [];
    const site = await startRaw((socket) =>
      socket.on('data', (bytes) => {
        seen.push(bytes.toString('latin1'));
        socket.write(
          'HTTP/1.1 299 Fine\r\nX-Odd:  kept \r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\ncontent-length: 2\r\n\r\nok',
        );
      }),
    );
    const pass = (await startProxy()).admit();
    const answer = await ask(pass, `${site.url}/path?q=1`, {
      headers: { Host: 'other.test', 'X-Mine': 'yes' },
    });
    expect(answer.statusCode).toBe(299);
    expect(answer.headers).toMatchObject({ 'x-odd': 'kept', 'set-cookie': ['a=1', 'b=2'] });
    expect(await text(answer)).toBe('ok');
    const [request = ''] = seen;
    expect(request.startsWith(`GET /path?q=1 HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\n`)).toBe(true);
    expect(request).toContain('\r\nX-Mine: yes\r\n');
    expect(request).toMatch(/\r\nConnection: /i);
    expect(request).not.toMatch(/proxy-|other\.test/i);
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND'])(
    'is passed on with the method %s',
    async (method) => {
      const site = await startHttp((request, response) =>
        response.setHeader('x-method', `${request.method}`).end(),
      );
      const answer = await ask((await startProxy()).admit(), site.url, { method });
      expect(answer.headers['x-method']).toBe(method);
    },
  );

  it('carries its body, by length or in chunks', async () => {
    const site = await startHttp(async (request, response) => response.end(`got ${await text(request)}`));
    const pass = (await startProxy()).admit();
    const long = 'x'.repeat(300_000);
    const byLength = await ask(
      pass,
      site.url,
      { method: 'POST', headers: { 'Content-Length': long.length } },
      long,
    );
    expect(await text(byLength)).toBe(`got ${long}`);
    const chunked = await ask(
      pass,
      site.url,
      { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } },
      long,
    );
    expect(await text(chunked)).toBe(`got ${long}`);
  });

  it('may follow another on the same connection, to the same origin or not', async () => {
    const answering = (name: string) =>
      startHttp(async (request, response) => response.end(`${name}${request.url}${await text(request)};`));
    const [one, other] = [await answering('one'), await answering('other')];
    const pass = (await startProxy()).admit();
    const socket = await knock(pass);
    const say = async (url: string, body: string, expected: RegExp) => {
      const auth = `Proxy-Authorization: ${credentials(pass)}`;
      socket.write(
        `POST ${url} HTTP/1.1\r\nHost: x\r\n${auth}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(await until(socket, /;/)).toMatch(expected);
    };
    await say(`${one.url}/1`, 'a', /one\/1a;/);
    await say(`${one.url}/2`, '', /one\/2;/);
    await say(`${other.url}/3`, 'c', /other\/3c;/);
    await say(`${one.url}/4`, 'd', /one\/4d;/);
    expect([one.connections(), other.connections(), pass.connections()]).toEqual([2, 1, 3]);
  });

  it('that changes over to another protocol is a tunnel from then on', async () => {
    const site = await startRaw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
        socket.on('data', (bytes) => socket.write(bytes));
      });
    });
    const pass = (await startProxy()).admit();
    const socket = await knock(pass);
    socket.write(
      `GET ${site.url}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\nProxy-Authorization: ${credentials(pass)}\r\n\r\n`,
    );
    await until(socket, /101 [\s\S]*\r\n\r\n/);
    socket.write('GET http://nowhere.test/ HTTP/1.1\r\n\r\n');
    expect(await until(socket, /\r\n\r\n/)).toBe('GET http://nowhere.test/ HTTP/1.1\r\n\r\n');
  });

  it('whose answer breaks off breaks off for the browser too', async () => {
    let breakOff: () => void = () => undefined;
    const site = await startRaw((socket) => {
      breakOff = () => socket.resetAndDestroy();
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhalf of it'));
    });
    const pass = (await startProxy()).admit();
    const socket = await knock(pass);
    socket.write(`GET ${site.url}/ HTTP/1.1\r\nProxy-Authorization: ${credentials(pass)}\r\n\r\n`);
    await until(socket, /half of it/);
    breakOff();
    await expect(text(socket)).rejects.toThrow('ECONNRESET');
  });

  it('that comes when its origin has closed the connection is sent to nobody', async () => {
    const site = await startRaw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')),
    );
    const pass = (await startProxy()).admit();
    const socket = await knock(pass);
    const request = `POST ${site.url}/ HTTP/1.1\r\nProxy-Authorization: ${credentials(pass)}\r\nContent-Length: 0\r\n\r\n`;
    socket.on('end', () => socket.destroy());
    socket.write(request);
    await until(socket, /ok$/);
    socket.write(request);
    socket.resume();
    await closed(socket);
    expect(await site.strangers()).toBe(1);
  });

  it('ends at its origin when the browser calls it off', async () => {
    const site = await startHttp((_request, response) => response.write('never ending'));
    const answer = await ask((await startProxy()).admit(), site.url);
    answer.destroy();
    await site.allClosed();
  });
});

describe('a tunnel', () => {
  it('carries bytes both ways, from the first on, until one side ends', async () => {
    const echo = await startRaw((socket) => {
      socket.on('data', (bytes) => socket.write(bytes));
      socket.on('end', () => socket.end('last words'));
    });
    const pass = (await startProxy()).admit();
    const socket = await knock(pass);
    socket.write(`${connectHead(pass, `127.0.0.1:${echo.port}`)}early`);
    expect(await until(socket, /early$/)).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly');
    socket.end();
    expect(await text(socket)).toBe('last words');
    await echo.allClosed();
  });

  it('is not read faster than its slow side reads', async () => {
    let sent = 0;
    const flood = await startRaw((socket) => {
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      socket.on('drain', more);
      more();
    });
    const pass = (await startProxy()).admit();
    const socket = await knock(pass);
    socket.pause();
    socket.write(connectHead(pass, `127.0.0.1:${flood.port}`));
    let before = -1;
    await expect
      .poll(
        () => {
          const stands = sent > 0 && sent === before;
          before = sent;
          return stands;
        },
        { interval: 200 },
      )
      .toBe(true);
    // What the kernel and the streams hold on the way, and nothing more.
    expect(sent).toBeLessThan(32_000_000);
    socket.destroy();
    await flood.allClosed();
  });

  it('of 200 MB flows through flat memory', async () => {
    const total = 200 * 1_048_576;
    const chunk = Buffer.alloc(1_048_576, 'x');
    const source = await startRaw((socket) => {
      let left = total / chunk.length;
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!socket.write(chunk)) return;
        }
        socket.end();
      };
      socket.on('drain', more);
      more();
    });
    const pass = (await startProxy()).admit();
    const socket = await knock(pass);
    socket.write(connectHead(pass, `127.0.0.1:${source.port}`));
    await until(socket, /\r\n\r\n/);
    const before = process.memoryUsage().rss;
    let most = before;
    let received = 0;
    for await (const bytes of socket) {
      received += bytes.length;
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(received).toBeGreaterThan(total - 1_048_576);
    expect(most - before).toBeLessThan(120_000_000);
  });
});

describe('the guard', () => {
  it('refuses what the policy refuses, before anything is connected, with the reason in the answer', async () => {
    const inner = await startHttp((_request, response) => response.end('secret'));
    const rebinding = async (name: string) => (name === 'rebinding.test' ? ['127.0.0.1'] : ['93.184.215.14']);
    const pass = (await startProxy({ policy: strictPolicy, lookup: rebinding })).admit();
    const hosts = ['127.0.0.1', '[::1]', 'rebinding.test', '[::ffff:127.0.0.1]'];
    for (const host of hosts) {
      const answer = await ask(pass, `http://${host}:${inner.port}/`);
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['proxy-status']).toBe('gantry; error=destination_ip_prohibited');
      expect(await text(answer)).toMatch(
        / (?:is .+|leads to an address that this service may not call)\.\n$/,
      );
      const socket = await knock(pass);
      socket.write(connectHead(pass, `${host}:${inner.port}`));
      expect(await until(socket, /\.\n$/)).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    }
    const metadata = await ask(pass, 'http://169.254.169.254/latest/meta-data/');
    expect(metadata.statusCode).toBe(403);
    expect(await inner.strangers()).toBe(0);
    expect(pass.connections()).toBe(0);
    expect(pass.refusals()).toHaveLength(2 * hosts.length + 1);
    expect(pass.refusals().at(-1)).toMatchObject({
      host: '169.254.169.254',
      port: 80,
      outcome: 'refused',
      reason: expect.stringContaining('169.254.169.254'),
    });
  });

  it('tells a site that is not there from one that does not answer', async () => {
    const lookup = (name: string) =>
      name === 'silent.test'
        ? new Promise<string[]>(() => undefined)
        : Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    const pass = (await startProxy({ lookup }, { connectTimeoutMs: 2_000 })).admit();
    const port = await quietPort();
    expect((await ask(pass, `http://127.0.0.1:${port}/`)).statusCode).toBe(502);
    expect((await ask(pass, 'http://missing.test/')).statusCode).toBe(502);
    expect((await ask(pass, 'http://silent.test/')).statusCode).toBe(504);
    expect(pass.refusals().map(({ host, outcome }) => [host, outcome])).toEqual([
      ['127.0.0.1', 'unreachable'],
      ['missing.test', 'unreachable'],
      ['silent.test', 'timeout'],
    ]);
  });
});

describe('a pass', () => {
  it('is needed: without it, with a wrong one or with a closed one the answer is 407', async () => {
    const site = await startHttp((_request, response) => response.end('reached'));
    const proxy = await startProxy();
    const [pass, closed] = [proxy.admit(), proxy.admit()];
    closed.close();
    for (const authorization of [
      '',
      'Basic',
      'Basic !!!',
      'Bearer x',
      credentials({ username: pass.username, password: closed.password }),
      credentials({ username: pass.username, password: '' }),
      credentials({ username: '', password: pass.password }),
      credentials(closed),
    ]) {
      const answer = await ask(pass, site.url, { headers: { 'Proxy-Authorization': authorization } });
      expect(answer.statusCode).toBe(407);
      expect(answer.headers['proxy-authenticate']).toContain('Basic');
    }
    expect(await site.strangers()).toBe(0);
  });

  it('may be shown on the connection that was asked for it', async () => {
    const echo = await startRaw((socket) => socket.on('data', (bytes) => socket.write(bytes)));
    const pass = (await startProxy()).admit();
    const socket = await knock(pass);
    socket.write(`CONNECT 127.0.0.1:${echo.port} HTTP/1.1\r\n\r\n`);
    expect(await until(socket, /\.\n$/)).toMatch(/^HTTP\/1\.1 407 /);
    socket.write(connectHead(pass, `127.0.0.1:${echo.port}`));
    await until(socket, / 200 /);
  });

  it('knows nothing of what another met', async () => {
    const proxy = await startProxy({ policy: strictPolicy });
    const [one, other] = [proxy.admit(), proxy.admit()];
    await ask(one, 'http://127.0.0.1:1/');
    await ask(other, 'http://10.0.0.1:2/');
    expect(one.refusals()).toMatchObject([{ host: '127.0.0.1', port: 1 }]);
    expect(other.refusals()).toMatchObject([{ host: '10.0.0.1', port: 2 }]);
  });

  it('ends its connections at once when it is closed, and nobody else’s', async () => {
    const site = await startRaw(() => undefined);
    const silent = (name: string) =>
      name === 'silent.test' ? new Promise<string[]>(() => undefined) : Promise.resolve([]);
    const proxy = await startProxy({ lookup: silent });
    const [closing, staying] = [proxy.admit(), proxy.admit()];
    const sockets = [await knock(closing), await knock(staying), await knock(closing)] as const;
    sockets[0].write(connectHead(closing, `127.0.0.1:${site.port}`));
    sockets[1].write(connectHead(staying, `127.0.0.1:${site.port}`));
    sockets[2].write(connectHead(closing, 'silent.test:443'));
    await Promise.all([until(sockets[0], / 200 /), until(sockets[1], / 200 /)]);
    await expect.poll(() => site.openSockets()).toBe(2);
    const ended = Promise.all([closed(sockets[0]), closed(sockets[2])]);
    closing.close();
    await ended;
    await expect.poll(() => site.openSockets()).toBe(1);
    expect(sockets[1].destroyed).toBe(false);
  });

  it('has room for so many connections and no more', async () => {
    const site = await startRaw(() => undefined);
    const pass = (await startProxy({}, { maxConnectionsPerPass: 2 })).admit();
    for (const expected of [200, 200, 503]) {
      const socket = await knock(pass);
      socket.write(connectHead(pass, `127.0.0.1:${site.port}`));
      expect(await until(socket, /\r\n/)).toContain(` ${expected} `);
    }
  });

  it('keeps no connection on which nothing moves', async () => {
    const site = await startRaw(() => undefined);
    const pass = (await startProxy({}, { idleMs: 1_500 })).admit();
    const socket = await knock(pass);
    socket.write(connectHead(pass, `127.0.0.1:${site.port}`));
    await until(socket, / 200 /);
    socket.resume();
    await closed(socket);
    await site.allClosed();
  });
});

describe('what is no request', () => {
  it.each([
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01', 400],
    ['a request line without a version', 'GET http://x.test/\r\n\r\n', 400],
    ['a target without a host', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAUTH\r\n\r\n', 400],
    ['another scheme', 'GET https://x.test/ HTTP/1.1\r\nAUTH\r\n\r\n', 400],
    ['credentials in the target', 'GET http://u:p@x.test/ HTTP/1.1\r\nAUTH\r\n\r\n', 400],
    ['a tunnel without a port', 'CONNECT x.test HTTP/1.1\r\nAUTH\r\n\r\n', 400],
    ['a tunnel to port 0', 'CONNECT x.test:0 HTTP/1.1\r\nAUTH\r\n\r\n', 400],
    [
      'two lengths',
      'POST http://x.test/ HTTP/1.1\r\nAUTH\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST http://x.test/ HTTP/1.1\r\nAUTH\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['a header over two lines', 'GET http://x.test/ HTTP/1.1\r\nAUTH\r\nA: b\r\n c\r\n\r\n', 400],
    ['a head without end', `GET http://x.test/ HTTP/1.1\r\nA: ${'a'.repeat(70_000)}`, 431],
  ])('%s is turned away', async (_what, bytes, status) => {
    const pass = (await startProxy({ policy: strictPolicy })).admit();
    const socket = await knock(pass);
    socket.write(bytes.replace('AUTH', `Proxy-Authorization: ${credentials(pass)}`), 'latin1');
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('never ends the proxy, whatever is sent and whenever it is broken off', async () => {
    const site = await startHttp((_request, response) => response.end('fine'));
    const pass = (await startProxy()).admit();
    const heads = [
      connectHead(pass, `127.0.0.1:${site.port}`),
      `GET ${site.url}/ HTTP/1.1\r\nProxy-Authorization: ${credentials(pass)}\r\n\r\n`,
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', ...heads),
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(200),
        fc.constantFrom('end', 'destroy', 'reset'),
        async (head, garbage, cut, ending) => {
          const socket = await knock(pass);
          socket.resume();
          socket.write(Buffer.concat([Buffer.from(head.slice(0, cut)), garbage]));
          if (ending === 'end') socket.end();
          else if (ending === 'destroy') socket.destroy();
          else socket.resetAndDestroy();
          await closed(socket);
        },
      ),
      { numRuns: 100 },
    );
    expect(await text(await ask(pass, site.url))).toBe('fine');
    await site.allClosed();
  });
});
