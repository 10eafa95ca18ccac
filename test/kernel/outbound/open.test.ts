import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { quietPort } from '../../support/ports.ts';
import { bodyOf, limits, sendChunks } from './open.ts';
import { isBindable, makeOutbound, startHttp, startRaw, strictPolicy } from './servers.ts';

const hasSecondLoopback = await isBindable('127.0.0.2');

describe('an opened answer', () => {
  it('is a stream with its status and headers, and its connection serves again', async () => {
    const source = await startHttp((request, response) =>
      response.writeHead(206, { 'x-kind': request.headers['x-kind'] }).end('bytes'),
    );
    const outbound = makeOutbound();
    for (let at = 0; at < 3; at += 1) {
      const answer = await outbound.open(source.url, { ...limits, headers: { 'x-kind': 'apk' } });
      expect(answer).toMatchObject({ outcome: 'answered', status: 206, headers: { 'x-kind': 'apk' } });
      expect(`${await buffer(bodyOf(answer))}`).toBe('bytes');
    }
    expect(source.connections()).toBe(1);
  });

  it('of many megabytes arrives whole, at the reader’s pace', async () => {
    const chunk = Buffer.alloc(65_536, 'abcdefg');
    const source = await startHttp((_request, response) => sendChunks(response, chunk, 512));
    const answer = await makeOutbound().open(source.url, { ...limits, maxBytes: 512 * chunk.length });
    const hash = createHash('sha256');
    let size = 0;
    let mostBuffered = 0;
    const body = bodyOf(answer);
    for await (const bytes of body) {
      hash.update(bytes);
      size += bytes.length;
      mostBuffered = Math.max(mostBuffered, body.readableLength);
      await new Promise(setImmediate);
    }
    const expected = createHash('sha256');
    for (let at = 0; at < 512; at += 1) expected.update(chunk);
    expect(size).toBe(512 * chunk.length);
    expect(hash.digest('hex')).toBe(expected.digest('hex'));
    expect(mostBuffered).toBeLessThan(1_000_000);
  });

  it('of exactly the allowed size is complete', async () => {
    const source = await startHttp((_request, response) => sendChunks(response, Buffer.alloc(1_000), 10));
    const answer = await makeOutbound().open(source.url, { ...limits, maxBytes: 10_000 });
    expect(await buffer(bodyOf(answer))).toHaveLength(10_000);
  });

  it('that announces too many bytes is refused before its body', async () => {
    const source = await startHttp((_request, response) => response.end(Buffer.alloc(10_001)));
    expect(await makeOutbound().open(source.url, { ...limits, maxBytes: 10_000 })).toMatchObject({
      outcome: 'oversized',
      reason: 'The answer is larger than the 10000 bytes allowed.',
    });
    await source.allClosed();
  });

  it('that does not announce them is cut at the first byte too many', async () => {
    const source = await startHttp((_request, response) =>
      sendChunks(response, Buffer.alloc(65_536), Number.POSITIVE_INFINITY),
    );
    const answer = await makeOutbound().open(source.url, limits);
    await expect(buffer(bodyOf(answer))).rejects.toMatchObject({ outcome: 'oversized' });
    await source.allClosed();
  });

  it('that falls silent is cut after the silence allowed, before its head or within its body', async () => {
    const mute = await startRaw(() => undefined);
    expect(await makeOutbound().open(mute.url, { ...limits, idleMs: 200 })).toMatchObject({
      outcome: 'timeout',
      reason: 'The other side was silent for 0.2 s.',
    });
    await mute.allClosed();
    const halting = await startHttp((_request, response) => response.write('half'));
    const answer = await makeOutbound().open(halting.url, { ...limits, idleMs: 1_000 });
    await expect(buffer(bodyOf(answer))).rejects.toMatchObject({ outcome: 'timeout' });
    await halting.allClosed();
  });

  it('that is never silent ends at the time limit all the same', async () => {
    const source = await startHttp((_request, response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await makeOutbound().open(source.url, { ...limits, timeoutMs: 2_000, idleMs: 1_500 });
    await expect(buffer(bodyOf(answer))).rejects.toMatchObject({
      outcome: 'timeout',
      message: 'The time limit of 2 s was reached while reading the answer.',
    });
    await source.allClosed();
  });

  it('that comes more slowly than allowed is given up within a window', async () => {
    const source = await startHttp((_request, response) => {
      response.write(Buffer.alloc(10_000));
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const leastRate = { bytesPerSecond: 10_000, windowMs: 400 };
    const answer = await makeOutbound().open(source.url, { ...limits, leastRate });
    await expect(buffer(bodyOf(answer))).rejects.toMatchObject({
      outcome: 'timeout',
      message: 'The other side sent less than 10000 bytes a second for 0.4 s.',
    });
    await source.allClosed();
  });

  it('that breaks off fails its stream', async () => {
    const source = await startRaw((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'));
    });
    const answer = await makeOutbound().open(source.url, limits);
    await expect(buffer(bodyOf(answer))).rejects.toMatchObject({ outcome: 'broken' });
  });

  it('that is destroyed, or cancelled by its signal, closes its connection', async () => {
    const source = await startHttp((_request, response) => response.write('half'));
    const outbound = makeOutbound();
    bodyOf(await outbound.open(source.url, limits)).destroy();
    const abort = new AbortController();
    const second = await outbound.open(source.url, { ...limits, signal: abort.signal });
    const whole = buffer(bodyOf(second));
    abort.abort();
    await expect(whole).rejects.toMatchObject({ outcome: 'cancelled' });
    await source.allClosed();
  });
});

describe('a bare connection', () => {
  it('speaks to the address that was judged', async () => {
    const echo = await startRaw((socket) => socket.pipe(socket));
    const outbound = makeOutbound({ lookup: async () => ['127.0.0.1'] });
    const connected = await outbound.connect('echo.test', echo.port, { timeoutMs: 5_000 });
    if (connected.outcome !== 'connected') throw new Error(connected.reason);
    connected.socket.end('hello');
    expect(`${await buffer(connected.socket)}`).toBe('hello');
  });

  it.skipIf(!hasSecondLoopback)('tries the next address where one fails (needs 127.0.0.2)', async () => {
    const echo = await startRaw((socket) => socket.end(), ['127.0.0.2']);
    const outbound = makeOutbound({ lookup: async () => ['127.0.0.1', '127.0.0.2'] });
    const connected = await outbound.connect('echo.test', echo.port, { timeoutMs: 5_000 });
    if (connected.outcome !== 'connected') throw new Error(connected.reason);
    expect(connected.socket.remoteAddress).toBe('127.0.0.2');
    connected.socket.destroy();
  });

  it('that fails is an outcome', async () => {
    const port = await quietPort();
    const outbound = makeOutbound({ lookup: () => new Promise(() => undefined) });
    expect(await outbound.connect('127.0.0.1', port, { timeoutMs: 5_000 })).toMatchObject({
      outcome: 'unreachable',
    });
    expect(await outbound.connect('silent.test', 80, { timeoutMs: 50 })).toMatchObject({
      outcome: 'timeout',
    });
    expect(await outbound.connect('127.0.0.1', 70_000, { timeoutMs: 50 })).toMatchObject({
      outcome: 'unreachable',
    });
    expect(
      await outbound.connect('silent.test', 80, { timeoutMs: 5_000, signal: AbortSignal.abort() }),
    ).toMatchObject({ outcome: 'cancelled' });
    const strict = makeOutbound({ policy: strictPolicy });
    for (const host of ['127.0.0.1', '::1', '[::1]', '::ffff:127.0.0.1', '0x7f.1', '127.1'])
      expect(await strict.connect(host, port, { timeoutMs: 5_000 })).toMatchObject({ outcome: 'refused' });
  });
});
