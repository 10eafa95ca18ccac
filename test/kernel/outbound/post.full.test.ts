import { describe, it } from 'vitest';
import { dribble, expectTimeout, soon } from './post.ts';
import { makeOutbound, startRaw } from './servers.ts';

describe('the time limit covers', () => {
  it('the TLS handshake', async () => {
    const receiver = await startRaw(() => undefined);
    const post = () => makeOutbound().post(`https://127.0.0.1:${receiver.port}/`, soon);
    await expectTimeout(post, 'securing the connection');
    await receiver.allClosed();
  });

  it('the head of the answer', async () => {
    const receiver = await startRaw(() => undefined);
    await expectTimeout(() => makeOutbound().post(receiver.url, soon), 'waiting for the answer');
    await receiver.allClosed();
  });

  it('interim answers without end', async () => {
    const receiver = await startRaw((socket) => dribble(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 27));
    await expectTimeout(() => makeOutbound().post(receiver.url, soon), 'waiting for the answer');
    await receiver.allClosed();
  });

  it('a body that comes a byte at a time', async () => {
    const receiver = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      dribble(socket, 'x');
    });
    await expectTimeout(() => makeOutbound().post(receiver.url, soon), 'reading the answer');
    await receiver.allClosed();
  });
});
