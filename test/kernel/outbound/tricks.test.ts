import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../../src/kernel/outbound/dial.ts';
import { parseNetworks } from '../../../src/kernel/outbound/network.ts';
import {
  type CountingServer,
  isBindable,
  makeOutbound,
  quickly,
  startHttp,
  startRaw,
  strictPolicy,
} from './servers.ts';

const hasIpv6 = await isBindable('::1');
const hasSecondLoopback = await isBindable('127.0.0.2');
const insideAddresses = [
  '127.0.0.1',
  ...(hasIpv6 ? ['::1'] : []),
  ...(hasSecondLoopback ? ['127.0.0.2'] : []),
];
const anything = { allowPrivate: true, allowNetworks: parseNetworks('0.0.0.0/0, ::/0') };

/** A server that must not be reached, on every loopback address that this machine has. */
function startInside(): Promise<CountingServer> {
  return startHttp((request, response) => {
    request.resume();
    response.end('inside');
  }, insideAddresses);
}

/** Each of these really leads to the server inside when nothing guards it. */
const loopbackHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f.0.1',
  '0x7f000001',
  '0X7F.0X0.0X0.0X1',
  '0177.0.0.1',
  '00000177.0.0.1',
  '017700000001',
  '0177.1',
  '2130706433',
  '127.000.000.001',
  '127.0.0.1.',
  '127.1.',
  '0',
  '0.0.0.0',
  '0x0',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '127%2e0%2E0%2e1',
  '127.0.0.%31',
  '%30x7f.1',
  'localhost',
  'LOCALHOST',
  'loc%61lhost',
  'ｌocalhost',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:7F00:0001]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[0000:0000:0000:0000:0000:FFFF:7f00:0001]',
  ...(hasSecondLoopback ? ['127.0.0.2', '127.2', '0x7f.2', '[::ffff:127.0.0.2]'] : []),
  ...(hasIpv6 ? ['[::1]', '[0:0:0:0:0:0:0:1]', '[::0001]', '[0::1]', '[::0.0.0.1]', '[::]', '[0::0]'] : []),
];

/** These lead inside only through a router, tunnel or interface that this machine may lack. */
const otherHosts = [
  'localhost.',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:FF9B:0:0:0:0:7F00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001::1]',
  '[2001:0:7f00:1::f7f7:f7f7]',
  '[2001:0:808:808::80ff:fffe]',
  '[2606:4700::5efe:127.0.0.1]',
  '[2606:4700::200:5efe:7f00:1]',
  '[fe80::1]',
  '[fe80::5efe:127.0.0.1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[FD00:EC2:0::254]',
  '[fd20:ce::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '192.168.1.1',
  '192.168.257',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];

const urls: Array<[string, (port: number) => string]> = [
  ['a user name', (port) => `http://user@127.0.0.1:${port}/`],
  ['a user name and password', (port) => `http://user:secret@127.0.0.1:${port}/`],
  ['a password alone', (port) => `http://:secret@127.0.0.1:${port}/`],
  ['empty credentials', (port) => `http://@127.0.0.1:${port}/`],
  ['a public host as user name', (port) => `http://example.com@127.0.0.1:${port}/`],
  ['a public host and port as credentials', (port) => `http://example.com:80@127.0.0.1:${port}/`],
  ['the inner host as credentials', (port) => `http://127.0.0.1:${port}@example.com/`],
  ['two at signs', (port) => `http://a@example.com@127.0.0.1:${port}/`],
  ['an encoded at sign in the user name', (port) => `http://example.com%40x@127.0.0.1:${port}/`],
  ['a backslash before an at sign', (port) => `http://example.com\\@127.0.0.1:${port}/`],
  ['a backslash after the host', (port) => `http://127.0.0.1:${port}\\.example.com/`],
  ['backslashes for slashes', (port) => `http:\\\\127.0.0.1:${port}\\`],
  ['mixed slashes', (port) => `http:/\\127.0.0.1:${port}/`],
  ['no slashes', (port) => `http:127.0.0.1:${port}/`],
  ['one slash', (port) => `http:/127.0.0.1:${port}/`],
  ['three slashes', (port) => `http:///127.0.0.1:${port}/`],
  ['a tab in the host', (port) => `http://127.0.\t0.1:${port}/`],
  ['a line feed in the host', (port) => `http://127.0.0\n.1:${port}/`],
  ['a carriage return in the scheme', (port) => `ht\rtp://127.0.0.1:${port}/`],
  ['a leading blank', (port) => ` http://127.0.0.1:${port}/`],
  ['a leading byte order mark', (port) => `\ufeffhttp://127.0.0.1:${port}/`],
  ['a trailing line feed', (port) => `http://127.0.0.1:${port}/\n`],
  ['a zero byte', (port) => `http://127.0.0.1:${port}/\0`],
  ['a request line in the path', (port) => `http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\n\r\n`],
  ['a zone', (port) => `http://[::1%25lo]:${port}/`],
  ['a bare zone', (port) => `http://[fe80::1%lo]:${port}/`],
  ['a hidden blank in the host', (port) => `http://127.0.0.1%20:${port}/`],
  ['a hidden slash in the host', (port) => `http://127.0.0.1%2f:${port}/`],
  ['a hidden zero byte in the host', (port) => `http://127.0.0.1%00.example.com:${port}/`],
  ['five numbers', (port) => `http://127.0.0.0.1:${port}/`],
  ['a number out of range', (port) => `http://383.0.0.1:${port}/`],
  ['a soft hyphen in the host', (port) => `http://127.0.0\u00ad.1:${port}/`],
  ['a zero-width blank in the name', (port) => `http://local\u200bhost:${port}/`],
  ['a fragment that looks like a host', (port) => `http://127.0.0.1:${port}#@example.com/`],
  ['a query that looks like a host', (port) => `http://127.0.0.1:${port}?@example.com/`],
  ['upper case in the scheme', (port) => `HTTP://127.0.0.1:${port}/`],
  ['zeros before the port', (port) => `http://127.0.0.1:0000${port}/`],
  ['port 0', () => 'http://127.0.0.1:0/'],
  ['a port out of range', (port) => `http://127.0.0.1:${port + 65_536}/`],
  ['ftp', (port) => `ftp://127.0.0.1:${port}/`],
  ['gopher', (port) => `gopher://127.0.0.1:${port}/_POST`],
  ['file', () => 'file:///etc/passwd'],
  ['file with a host', () => 'file://127.0.0.1/etc/passwd'],
  ['data', () => 'data:text/plain,hello'],
  ['javascript', () => 'javascript:alert(1)'],
  ['ws', (port) => `ws://127.0.0.1:${port}/`],
  ['dict', (port) => `dict://127.0.0.1:${port}/`],
  ['unix', () => 'unix:///run/docker.sock'],
  ['http+unix', () => 'http+unix://%2Frun%2Fdocker.sock/info'],
  ['blob', (port) => `blob:http://127.0.0.1:${port}/x`],
  ['view-source', (port) => `view-source:http://127.0.0.1:${port}/`],
  ['no scheme', (port) => `127.0.0.1:${port}/`],
  ['no scheme but slashes', (port) => `//127.0.0.1:${port}/`],
  ['nothing', () => ''],
  ['no host', () => 'http://'],
  ['a path for a host', () => 'http:///'],
];

const answers: Array<[string, readonly string[]]> = [
  ['loopback', ['127.0.0.1']],
  ['several inner addresses', ['127.0.0.1', '10.0.0.1', '::1']],
  ['IPv6 loopback', ['::1']],
  ['the mapped form', ['::ffff:127.0.0.1']],
  ['the mapped form in hexadecimal', ['::ffff:7f00:1']],
  ['the compatible form', ['::127.0.0.1']],
  ['the NAT64 form', ['64:ff9b::127.0.0.1']],
  ['the 6to4 form', ['2002:7f00:1::']],
  ['a zone', ['::1%lo']],
  ['the mapped form with a zone', ['::ffff:127.0.0.1%lo']],
  ['the unspecified address', ['0.0.0.0']],
  ['the unspecified IPv6 address', ['::']],
  ['metadata', ['169.254.169.254']],
  ['another name', ['localhost']],
  ['an odd literal', ['127.1']],
  ['a hexadecimal literal', ['0x7f000001']],
  ['a literal with a blank', ['127.0.0.1 ']],
  ['a literal with a zero byte', ['127.0.0.1\0']],
  ['a socket path', ['/run/docker.sock']],
  ['an empty text', ['']],
  ['nothing', []],
];

describe('no connection is made inside', () => {
  it.each([...loopbackHosts, ...otherHosts])('by the host %s', async (host) => {
    const inside = await startInside();
    const outbound = makeOutbound({ policy: strictPolicy });
    const url = `http://${host}:${inside.port}/`;
    const answer = await outbound.post(url, quickly);
    const opened = await outbound.open(url, { timeoutMs: 5_000, idleMs: 5_000, maxBytes: 10 });
    // As a proxy's client would ask, without the URL parser before it; what the system makes of it is judged all the same.
    const connected = await outbound.connect(decodeURIComponent(host), inside.port, { timeoutMs: 2_000 });
    expect(await inside.strangers()).toBe(0);
    const isName = /localhost/i.test(new URL(url).hostname);
    const outcomes = isName ? ['refused', 'unreachable', 'timeout'] : ['refused'];
    expect(outcomes).toContain(answer.outcome);
    expect(outcomes).toContain(opened.outcome);
    expect(connected.outcome).not.toBe('connected');
  });

  it.each(loopbackHosts)('though the host %s would lead there', async (host) => {
    const inside = await startInside();
    const answer = await makeOutbound({ policy: anything }).post(`http://${host}:${inside.port}/`, quickly);
    expect(answer).toMatchObject({ outcome: 'answered', body: Buffer.from('inside') });
  });

  it.each(urls)('by a URL with %s', async (_name, url) => {
    const inside = await startInside();
    const answer = await makeOutbound({ policy: strictPolicy }).post(url(inside.port), quickly);
    expect(answer.outcome).toBe('refused');
    expect(await inside.strangers()).toBe(0);
  });

  it.each(answers)('by a name that resolves to %s', async (_name, addresses) => {
    const inside = await startInside();
    const outbound = makeOutbound({ policy: strictPolicy, lookup: async () => addresses });
    const answer = await outbound.post(`http://receiver.test:${inside.port}/`, quickly);
    expect(['refused', 'unreachable']).toContain(answer.outcome);
    const connected = await outbound.connect('receiver.test', inside.port, { timeoutMs: 5_000 });
    expect(['refused', 'unreachable']).toContain(connected.outcome);
    expect(await inside.strangers()).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')(
  'where the system connects elsewhere than it was told (Linux)',
  () => {
    it('the connection is cut before a byte is sent', async () => {
      let bytes = 0;
      const inside = await startRaw((socket) => {
        socket.on('data', (chunk) => {
          bytes += chunk.length;
        });
      });
      // The system takes 0.0.0.0 for 127.0.0.1, which this policy does not open.
      const outbound = makeOutbound({
        policy: { allowPrivate: false, allowNetworks: parseNetworks('0.0.0.0/8') },
      });
      expect(await outbound.post(`http://0.0.0.0:${inside.port}/`, quickly)).toMatchObject({
        outcome: 'refused',
        reason: '127.0.0.1 is a loopback address.',
      });
      expect(await inside.strangers()).toBe(1);
      await inside.allClosed();
      expect(bytes).toBe(0);
    });
  },
);

describe.skipIf(!hasSecondLoopback)('a receiver at 127.0.0.2, which alone is open', () => {
  const policy = { allowPrivate: false, allowNetworks: parseNetworks('127.0.0.2') };
  const startBoth = async (headers: Record<string, string> = {}) => {
    const outside = await startHttp(
      (request, response) => {
        request.resume();
        response.writeHead(200, headers).end('outside');
      },
      ['127.0.0.2'],
    );
    const inside = await startHttp((_request, response) => response.end('inside'), ['127.0.0.1']);
    return { outside, inside };
  };

  it('does not open the server inside to a name that changes its answer between two connections', async () => {
    const { outside } = await startBoth({ connection: 'close' });
    const inside = await startHttp((_request, response) => response.end('inside'), ['127.0.0.1']);
    const replies = [['127.0.0.2'], ['127.0.0.1']];
    const lookup: Lookup = async () => replies.shift() ?? ['127.0.0.1'];
    const outbound = makeOutbound({ policy, lookup });
    const url = `http://rebinding.test:${outside.port}/`;
    expect(await outbound.post(url, quickly)).toMatchObject({ outcome: 'answered', status: 200 });
    await outside.allClosed();
    expect(await outbound.post(url, quickly)).toMatchObject({
      outcome: 'refused',
      reason: 'rebinding.test leads to an address that this service may not call.',
    });
    expect(await inside.strangers()).toBe(0);
  });

  it('is looked up once for each connection, so that no second answer can slip in', async () => {
    const { outside, inside } = await startBoth();
    let lookups = 0;
    const lookup: Lookup = async () => [lookups++ === 0 ? '127.0.0.2' : '127.0.0.1'];
    const outbound = makeOutbound({ policy, lookup });
    for (let at = 0; at < 5; at += 1)
      expect(await outbound.post(`http://rebinding.test:${outside.port}/`, quickly)).toMatchObject({
        body: Buffer.from('outside'),
      });
    expect({ lookups, connections: outside.connections() }).toEqual({ lookups: 1, connections: 1 });
    expect(await inside.strangers()).toBe(0);
  });

  it.each([
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '127.0.0.1']],
    [['::1', '10.0.0.1', '127.0.0.2', '169.254.169.254', '127.0.0.1']],
  ])('is the only one of %j that is connected to', async (addresses) => {
    const outside = await startHttp((_request, response) => response.end('outside'), ['127.0.0.2']);
    const outbound = makeOutbound({ policy, lookup: async () => addresses });
    expect(await outbound.post(`http://mixed.test:${outside.port}/`, quickly)).toMatchObject({
      body: Buffer.from('outside'),
    });
  });

  it('is not replaced by a forbidden address when it fails', async () => {
    const inside = await startHttp((_request, response) => response.end('inside'), ['127.0.0.1']);
    const outbound = makeOutbound({ policy, lookup: async () => ['127.0.0.2', '127.0.0.1'] });
    // Nothing listens at 127.0.0.2 on this port.
    expect(await outbound.post(`http://mixed.test:${inside.port}/`, quickly)).toEqual({
      outcome: 'unreachable',
      reason: `mixed.test port ${inside.port} refused the connection.`,
    });
    expect(await inside.strangers()).toBe(0);
  });
});

describe('an answer sends nobody elsewhere', () => {
  const headers = (to: string): Array<[number, Record<string, string>]> => [
    ...[300, 301, 302, 303, 305, 307, 308].map((status): [number, Record<string, string>] => [
      status,
      { location: to },
    ]),
    [200, { location: to }],
    [201, { location: to, 'content-location': to }],
    [200, { refresh: `0; url=${to}` }],
    [200, { link: `<${to}>; rel=preload`, 'alt-svc': `h2="${new URL(to).host}"` }],
    [401, { 'www-authenticate': 'Basic', location: to }],
    [407, { 'proxy-authenticate': 'Basic', location: to }],
    [503, { 'retry-after': '0', location: to }],
  ];

  it.each(
    headers('http://inside.test/').map(
      ([status, { ...names }], at) => [status, Object.keys(names).join(), at] as const,
    ),
  )('with status %i and the header %s', async (_status, _names, at) => {
    const inside = await startHttp((_request, response) => response.end('inside'));
    const [status, sent] = headers(inside.url)[at] ?? [0, {}];
    const receiver = await startHttp((_request, response) => response.writeHead(status, sent).end('here'));
    const outbound = makeOutbound();
    expect(await outbound.post(receiver.url, quickly)).toMatchObject({ outcome: 'answered', status });
    const opened = await outbound.open(receiver.url, { timeoutMs: 5_000, idleMs: 5_000, maxBytes: 100 });
    expect(opened).toMatchObject({ outcome: 'answered', status });
    if (opened.outcome === 'answered') opened.body.destroy();
    expect(await inside.strangers()).toBe(0);
  });

  it('with an upgrade to another protocol', async () => {
    const receiver = await startHttp((_request, response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
    );
    expect(await makeOutbound().post(receiver.url, quickly)).toMatchObject({ outcome: 'broken' });
  });
});

describe('the environment changes nothing', () => {
  it('by naming a proxy', async () => {
    const proxy = await startHttp((_request, response) => response.end('proxy'));
    const receiver = await startHttp((_request, response) => response.end('receiver'));
    const names = [
      'http_proxy',
      'HTTP_PROXY',
      'https_proxy',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'all_proxy',
      'NODE_USE_ENV_PROXY',
    ];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
    try {
      expect(await makeOutbound().post(receiver.url, quickly)).toMatchObject({
        body: Buffer.from('receiver'),
      });
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    expect(await proxy.strangers()).toBe(0);
  });
});
