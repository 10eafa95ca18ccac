import { createServer } from 'node:http';

/**
 * A receiver of results on loopback that keeps what it got. `decide` says what becomes of each: `ok`, `fail` (500),
 * `reset`, or `hold`, which is answered with 200 when the held ones are released.
 */
export async function startReceiver(decide = () => 'ok') {
  const got = [];
  const held = new Set();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('end', () => {
      const delivery = {
        webhookId: String(request.headers['webhook-id']),
        path: request.url ?? '',
        body: Buffer.concat(chunks).toString(),
        wasAccepted: false,
      };
      got.push(delivery);
      const accept = () => {
        delivery.wasAccepted = !response.destroyed;
        response.end('thanks');
      };
      const decision = decide(delivery);
      if (decision === 'ok') accept();
      else if (decision === 'fail') response.writeHead(500).end('not now');
      else if (decision === 'reset') request.socket.resetAndDestroy();
      else {
        held.add(accept);
        response.on('close', () => held.delete(accept));
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    got,
    release() {
      for (const accept of held) accept();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
