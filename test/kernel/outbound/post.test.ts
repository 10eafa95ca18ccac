import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { quietPort } from '../../support/ports.ts';
import { startDeafListener } from './deaf-listener.ts';
import { dribble, expectTimeout, soon } from './post.ts';
import {
  isBindable,
  makeOutbound,
  okAnswer,
  onEachRequest,
  quickly,
  startHttp,
  startRaw,
} from './servers.ts';

const hasSecondLoopback = await isBindable('127.0.0.2');

describe('a POST', () => {
  it('carries its body and headers as given, asks for no compression, and hands back status and body', async () => {
    let seen: unknown;
    const receiver = await startHttp(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen = {
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: `${Buffer.concat(chunks)}`,
      };
      response.writeHead(202).end('thanks');
    });
    const answer = await makeOutbound().post(`${receiver.url}/hook/%20?a=b&c#fragment`, {
      ...quickly,
      body: '{"text":"ä"}',
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
    });
    expect(answer).toEqual({
      outcome: 'answered',
      status: 202,
      body: Buffer.from('thanks'),
    });
    expect(seen).toEqual({
      method: 'POST',
      url: '/hook/%20?a=b&c',
      headers: {
        host: `127.0.0.1:${receiver.port}`,
        connection: 'keep-alive',
        'content-type': 'application/json',
        'content-length': '13',
        'webhook-id': 'msg_1',
      },
      body: '{"text":"ä"}',
    });
  });

  it('reads past interim answers', async () => {
    const receiver = await startRaw((socket) => {
      onEachRequest(socket, () => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${okAnswer}`));
    });
    expect(await makeOutbound().post(receiver.url, quickly)).toMatchObject({
      status: 200,
      body: Buffer.from('ok'),
    });
  });

  it('hands back compressed bytes as they came', async () => {
    const receiver = await startHttp((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    );
    expect(await makeOutbound().post(receiver.url, quickly)).toMatchObject({ body: Buffer.from('no gzip') });
  });

  it.each([
    ['a line break', { 'x-note': 'a\r\nx-forged: b' }],
    ['a zero byte', { 'x-note': 'a\0b' }],
    ['a bad name', { 'x note': 'a' }],
    ['a name with a line break', { 'x\r\ny': 'a' }],
    ['another host', { Host: 'inside.test' }],
    ['another framing', { 'transfer-encoding': 'chunked' }],
    ['a false length', { 'content-length': '1' }],
    ['an upgrade', { upgrade: 'h2c' }],
  ])('with a header that has %s is refused and not sent', async (_name, headers) => {
    let requests = 0;
    const receiver = await startHttp((_request, response) => {
      requests += 1;
      response.end();
    });
    expect(await makeOutbound().post(receiver.url, { ...quickly, headers })).toMatchObject({
      outcome: 'refused',
    });
    await receiver.strangers();
    expect(requests).toBe(0);
  });
});

describe('the time limit covers', () => {
  it('the look-up of the name', async () => {
    const outbound = makeOutbound({ lookup: () => new Promise(() => undefined) });
    await expectTimeout(() => outbound.post('http://silent.test/', soon), 'looking up the name');
  });

  it('the connection', async () => {
    const deaf = await startDeafListener();
    await expectTimeout(() => makeOutbound().post(`http://127.0.0.1:${deaf.port}/`, soon), 'connecting');
  });

  it('a head that comes a byte at a time', async () => {
    const receiver = await startRaw((socket) =>
      dribble(socket, `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(2_000)}`),
    );
    await expectTimeout(() => makeOutbound().post(receiver.url, soon), 'waiting for the answer');
    await receiver.allClosed();
  });

  it('a body that stops', async () => {
    const receiver = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf');
    });
    await expectTimeout(() => makeOutbound().post(receiver.url, soon), 'reading the answer');
    await receiver.allClosed();
  });

  it('a request body that nobody reads', async () => {
    const receiver = await startRaw((socket) => socket.pause());
    const post = () =>
      makeOutbound().post(receiver.url, {
        ...soon,
        body: Buffer.alloc(32 * 1_024 * 1_024),
      });
    await expectTimeout(post, 'waiting for the answer');
    receiver.closeSockets();
  });
});

describe('an answer is bounded', () => {
  it('to the bytes that are asked for, and its connection serves again after a longish one', async () => {
    const receiver = await startHttp((_request, response) => response.end('x'.repeat(50_000)));
    const outbound = makeOutbound();
    for (let at = 0; at < 3; at += 1)
      expect(await outbound.post(receiver.url, { ...quickly, maxAnswerBytes: 10 })).toMatchObject({
        outcome: 'answered',
        body: Buffer.from('xxxxxxxxxx'),
      });
    expect(receiver.connections()).toBe(1);
  });

  it.each([0, 1, 2, 3])('to %i bytes of two', async (maxAnswerBytes) => {
    const receiver = await startHttp((_request, response) => response.end('ok'));
    expect(await makeOutbound().post(receiver.url, { ...quickly, maxAnswerBytes })).toMatchObject({
      body: Buffer.from('ok').subarray(0, maxAnswerBytes),
    });
  });

  it('though it has no end: the status counts and the connection is cut', async () => {
    const receiver = await startHttp((_request, response) => flood(response));
    const answer = await makeOutbound().post(receiver.url, quickly);
    expect(answer).toMatchObject({ outcome: 'answered', status: 200 });
    expect(answer.outcome === 'answered' && answer.body.length).toBe(2_048);
    await receiver.allClosed();
  });

  it.each([
    ['one large header', `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(20_000)}\r\n\r\n`],
    ['many headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n`],
    ['a header name without end', `HTTP/1.1 200 OK\r\n${'x'.repeat(100_000)}`],
    [
      'trailers',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n`,
    ],
  ])('in its head: %s', async (_name, text) => {
    const receiver = await startRaw((socket) => {
      onEachRequest(socket, () => socket.write(text));
    });
    expect(await makeOutbound().post(receiver.url, quickly)).toMatchObject({
      outcome: 'broken',
      reason: '127.0.0.1 answered with headers that are too large.',
    });
    await receiver.allClosed();
  });
});

describe('a broken exchange is an outcome:', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['a reset before the answer', (socket) => socket.resetAndDestroy()],
    ['an end before the answer', (socket) => socket.end()],
    ['a reset within the head', (socket) => socket.write('HTTP/1.1 200', () => socket.resetAndDestroy())],
    ['an end within the body', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
    [
      'an end within a chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'),
    ],
    ['no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['bytes without meaning', (socket) => socket.end('\0\x01\x02\xff')],
    [
      'two lengths',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    ],
    [
      'a length and chunks',
      (socket) =>
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
    ],
  ])('%s', async (_name, misbehave) => {
    let requests = 0;
    const receiver = await startRaw((socket) => {
      onEachRequest(socket, () => {
        requests += 1;
        misbehave(socket);
      });
    });
    const answer = await makeOutbound().post(receiver.url, quickly);
    expect(answer.outcome).toBe('broken');
    expect('reason' in answer && answer.reason).toMatch(/^127\.0\.0\.1 (closed|did not answer).*\.$/);
    await receiver.allClosed();
    expect(requests).toBe(1);
  });

  it('nobody listens', async () => {
    const port = await quietPort();
    expect(await makeOutbound().post(`http://127.0.0.1:${port}/`, quickly)).toMatchObject({
      outcome: 'unreachable',
      reason: `127.0.0.1 port ${port} refused the connection.`,
    });
  });

  it('the name does not exist', async () => {
    const lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND 10.0.0.53'), { code: 'ENOTFOUND' });
    };
    expect(await makeOutbound({ lookup }).post('http://gone.test/', quickly)).toMatchObject({
      outcome: 'unreachable',
      reason: 'The name gone.test does not exist.',
    });
  });

  it('the resolver fails, by a throw of any kind', async () => {
    const lookup = () => {
      throw new Error('resolver at 10.0.0.53 is down');
    };
    expect(await makeOutbound({ lookup }).post('http://any.test/', quickly)).toMatchObject({
      outcome: 'unreachable',
      reason: 'The name any.test could not be looked up.',
    });
  });

  it.skipIf(!hasSecondLoopback)(
    'not when a later address of the name answers (needs 127.0.0.2)',
    async () => {
      const receiver = await startHttp((_request, response) => response.end('ok'), ['127.0.0.2']);
      const outbound = makeOutbound({ lookup: async () => ['127.0.0.1', '127.0.0.2'] });
      expect(await outbound.post(`http://two.test:${receiver.port}/`, quickly)).toMatchObject({
        outcome: 'answered',
      });
    },
  );
});

function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, 'x');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
