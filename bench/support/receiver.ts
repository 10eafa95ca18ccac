import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/** Receives results in a process of its own: `/ok` answers at once, `/fail` with a 500, `/hang` never. */
interface Arrival {
  id: string;
  atMs: number;
}

let arrivals: Arrival[] = [];
const server = createServer((request, response) => {
  const atMs = performance.timeOrigin + performance.now();
  request.resume();
  request.on('end', () => {
    if (request.url === '/hang') return;
    arrivals.push({ id: String(request.headers['webhook-id']), atMs });
    response.statusCode = request.url === '/fail' ? 500 : 200;
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify(address !== null && typeof address === 'object' ? address.port : 0));
});
for await (const line of createInterface({ input: process.stdin })) {
  if (JSON.parse(line) === 'count') console.log(JSON.stringify(arrivals.length));
  else {
    console.log(JSON.stringify(arrivals));
    arrivals = [];
  }
}
