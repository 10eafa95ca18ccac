import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** A client in a process of its own that costs as little as it can: raw requests over kept connections, one in flight on each. */

export interface LoadOrder {
  port: number;
  /** The whole request, head and body. */
  request: string;
  connections: number;
  durationMs: number;
  /** Rest between two requests of a connection; without it the service is driven as hard as it goes. */
  pauseMs?: number;
}

export interface LoadReport {
  requests: number;
  failures: number;
  perSecond: number;
  /** Milliseconds of each request, sorted. */
  latenciesMs: number[];
  /** When each request began and what it took, in order of their ends. */
  timeline: Array<{ atMs: number; tookMs: number }>;
}

if (process.argv[2] === 'serve-load') {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await run(JSON.parse(line) as LoadOrder)));
  }
}

async function run({ port, request, connections, durationMs, pauseMs = 0 }: LoadOrder): Promise<LoadReport> {
  const timeline: LoadReport['timeline'] = [];
  let failures = 0;
  const startedMs = performance.now();
  const endMs = startedMs + durationMs;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let sentMs = 0;
      let received = '';
      const send = () => {
        if (performance.now() >= endMs) {
          socket.end(() => resolve());
          return;
        }
        sentMs = performance.now();
        received = '';
        socket.write(request);
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        received += chunk;
        const headEnd = received.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
        if (received.length < headEnd + 4 + length) return;
        timeline.push({ atMs: performance.timeOrigin + sentMs, tookMs: performance.now() - sentMs });
        if (!received.startsWith('HTTP/1.1 2')) failures += 1;
        if (pauseMs > 0) setTimeout(send, pauseMs);
        else send();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - startedMs) / 1_000;
  const latenciesMs = timeline.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return { requests: timeline.length, failures, perSecond: timeline.length / seconds, latenciesMs, timeline };
}
