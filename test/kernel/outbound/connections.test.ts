import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeOutbound, okAnswer, onEachRequest, quickly, startHttp, startRaw } from './servers.ts';

describe('connections', () => {
  it('are used again, one call at a time', async () => {
    const receiver = await startHttp((_request, response) => response.end('ok'));
    const outbound = makeOutbound();
    for (let at = 0; at < 20; at += 1) await outbound.post(receiver.url, quickly);
    expect(receiver.connections()).toBe(1);
  });

  it('are no more than the calls under way while receivers hang, reset and flood', async () => {
    const receiver = await startRaw((socket) => {
      const turns = [
        () => undefined,
        () => socket.resetAndDestroy(),
        () => socket.end(),
        () => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(200_000)}`),
        () => socket.write(okAnswer),
        () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'),
      ];
      onEachRequest(socket, () => turns[turn++ % turns.length]?.());
    });
    let turn = 0;
    const outbound = makeOutbound();
    const outcomes = new Set<string>();
    const callers = Array.from({ length: 4 }, async () => {
      for (let at = 0; at < 15; at += 1) {
        outcomes.add((await outbound.post(receiver.url, { ...quickly, timeoutMs: 500 })).outcome);
      }
    });
    await Promise.all(callers);
    expect([...outcomes].sort()).toEqual(['answered', 'broken', 'timeout']);
    // The receiver may hear of a connection before it hears of the end of the one that it replaces.
    expect(receiver.mostOpenSockets()).toBeLessThanOrEqual(2 * 4);
  });

  it('that wait for their next call are capped over all origins, the oldest going first', async () => {
    const receivers = await Promise.all(
      Array.from({ length: 6 }, () => startHttp((_request, response) => response.end('ok'))),
    );
    const outbound = makeOutbound({ maxIdleConnections: 2 });
    for (const receiver of receivers) await outbound.post(receiver.url, quickly);
    await Promise.all(receivers.slice(0, 4).map((receiver) => receiver.allClosed()));
    expect(receivers.map((receiver) => receiver.openSockets())).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('that a receiver closes while they are idle cost no call', async () => {
    let requests = 0;
    const receiver = await startHttp((_request, response) => {
      requests += 1;
      response.end('ok');
    });
    const outbound = makeOutbound();
    for (let at = 0; at < 20; at += 1) {
      expect(await outbound.post(receiver.url, quickly)).toMatchObject({ status: 200 });
      receiver.closeSockets();
      await receiver.allClosed();
    }
    expect(requests).toBe(20);
  });

  describe('that a receiver resets in the moment of the next call', () => {
    async function startResetting() {
      const seen = { requests: 0 };
      const sockets = new Set<Socket>();
      const { url } = await startRaw((socket) => {
        sockets.add(socket);
        onEachRequest(socket, () => {
          seen.requests += 1;
          socket.write(okAnswer);
        });
      });
      const resetAll = () => {
        for (const socket of sockets) socket.resetAndDestroy();
        sockets.clear();
      };
      return { url, seen, resetAll };
    }

    it('cost no call that was not written yet', async () => {
      const { url, seen, resetAll } = await startResetting();
      const outbound = makeOutbound();
      for (let at = 0; at < 50; at += 1) {
        expect(await outbound.post(url, quickly)).toMatchObject({ status: 200 });
        // From here the reset is read before the next request is written.
        await new Promise(setImmediate);
        resetAll();
        expect(await outbound.post(url, quickly)).toMatchObject({ status: 200 });
      }
      expect(seen.requests).toBe(100);
    });

    it('break the call that was written, which is not repeated behind the caller’s back', async () => {
      const { url, seen, resetAll } = await startResetting();
      const outbound = makeOutbound();
      let broken = 0;
      for (let at = 0; at < 50; at += 1) {
        expect(await outbound.post(url, quickly)).toMatchObject({ status: 200 });
        resetAll();
        const { outcome } = await outbound.post(url, quickly);
        expect(['answered', 'broken']).toContain(outcome);
        if (outcome === 'broken') broken += 1;
      }
      expect(seen.requests).toBe(100 - broken);
    });
  });

  it('that close with each answer serve all calls', async () => {
    const receiver = await startHttp((_request, response) =>
      response.writeHead(200, { connection: 'close' }).end('ok'),
    );
    const outbound = makeOutbound();
    const answers = await Promise.all(Array.from({ length: 50 }, () => outbound.post(receiver.url, quickly)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200 });
    expect(receiver.connections()).toBe(50);
  });
});

describe('one origin does not delay another', () => {
  it('by hanging with all its connections, nor by a name that is not answered', async () => {
    const hanging = await startRaw(() => undefined);
    const healthy = await startHttp((_request, response) => response.end('ok'));
    const outbound = makeOutbound({
      lookup: (hostname) =>
        hostname === 'silent.test' ? new Promise(() => undefined) : Promise.resolve(['127.0.0.1']),
    });
    const patiently = { ...quickly, timeoutMs: 10 * quickly.timeoutMs };
    const stuck = Array.from({ length: 50 }, (_, at) =>
      outbound.post(at % 2 === 0 ? hanging.url : 'http://silent.test/', patiently),
    );
    for (let at = 0; at < 100; at += 1) {
      const answer = await outbound.post(`http://healthy.test:${healthy.port}/`, quickly);
      expect(answer).toMatchObject({ status: 200 });
    }
    await outbound.close();
    for (const answer of await Promise.all(stuck)) expect(answer.outcome).toBe('cancelled');
  });

  it('nor does a name under look-up occupy the resolver more than once', async () => {
    let lookups = 0;
    const outbound = makeOutbound({
      lookup: () => {
        lookups += 1;
        return new Promise(() => undefined);
      },
    });
    await Promise.all(
      Array.from({ length: 50 }, () => outbound.post('http://silent.test/', { ...quickly, timeoutMs: 50 })),
    );
    expect(lookups).toBe(1);
  });
});

describe('ending', () => {
  it('by the caller’s signal cuts the connection', async () => {
    const receiver = await startRaw(() => undefined);
    const abort = new AbortController();
    const call = makeOutbound().post(receiver.url, { ...quickly, signal: abort.signal });
    await receiver.strangers();
    abort.abort();
    expect(await call).toMatchObject({ outcome: 'cancelled' });
    await receiver.allClosed();
  });

  it('by a signal that was given before calls nobody', async () => {
    const receiver = await startRaw(() => undefined);
    const answer = await makeOutbound().post(receiver.url, { ...quickly, signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ outcome: 'cancelled' });
    expect(await receiver.strangers()).toBe(0);
  });

  it('by close cancels what is under way, closes idle connections, and takes no more', async () => {
    const hanging = await startRaw(() => undefined);
    const healthy = await startHttp((_request, response) => response.end('ok'));
    const outbound = makeOutbound({ lookup: () => new Promise(() => undefined) });
    await outbound.post(healthy.url, quickly);
    const calls = [
      outbound.post(hanging.url, quickly),
      outbound.post(hanging.url, quickly),
      outbound.post('http://silent.test/', quickly),
      outbound.open('http://silent.test:81/', { timeoutMs: 5_000, idleMs: 5_000, maxBytes: 1 }),
      outbound.connect('silent.test', 80, { timeoutMs: 5_000 }),
    ];
    await hanging.strangers();
    await outbound.close();
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ outcome: 'cancelled' });
    await hanging.allClosed();
    await healthy.allClosed();
    expect(await outbound.post(healthy.url, quickly)).toMatchObject({ outcome: 'cancelled' });
    expect(await outbound.connect('127.0.0.1', healthy.port, { timeoutMs: 5_000 })).toMatchObject({
      outcome: 'cancelled',
    });
  });
});
