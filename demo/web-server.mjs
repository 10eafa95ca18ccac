import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server on a free port of loopback, closed with the stage. A handler that throws is answered with a 500. */
export async function startWebServer(stage, handle) {
  const server = createServer(async (request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    try {
      await handle(request, response);
    } catch (error) {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.onClose(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${server.address().port}`;
}
