import { fileURLToPath } from 'node:url';
import { type Figure, median } from './support/figure.ts';
import { rawRequest, startLoadClient } from './support/load-client.ts';
import { startNode } from './support/node-process.ts';
import type { BenchService } from './support/service.ts';

const connections = 32;
const durationMs = 4_000;
const rounds = 5;

/** Initiate, against the least that could do its work: a Fastify route with one prepared insert on the same server. */
export async function benchInitiate(service: BenchService): Promise<Figure[]> {
  await service.query('create table bench_tickets (like upload_tickets including all)');
  const bare = startNode([
    fileURLToPath(new URL('./support/bare-insert.js', import.meta.url)),
    JSON.stringify(service.connection),
  ]);
  const client = startLoadClient();
  try {
    const barePort = Number(await bare.nextLine());
    const body = { filename: 'MyApp.app.zip', fileSize: 1048576 };
    const ours = {
      port: Number(new URL(service.url).port),
      request: rawRequest('POST', `/api/v1/projects/${service.projectId}/mobile/upload`, service.key, body),
    };
    const rival = { port: barePort, request: rawRequest('POST', `/${service.projectId}`, service.key, body) };
    for (const target of [ours, rival]) await client.run({ ...target, connections, durationMs: 2_000 });
    const pairs: Array<{ ours: number; bare: number }> = [];
    for (let round = 0; round < rounds; round += 1) {
      const measure = async (target: typeof ours) =>
        (await client.run({ ...target, connections, durationMs })).perSecond;
      if (round % 2 === 0) {
        const first = await measure(ours);
        pairs.push({ ours: first, bare: await measure(rival) });
      } else {
        const first = await measure(rival);
        pairs.push({ ours: await measure(ours), bare: first });
      }
    }
    const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
    const value = median(pairs.map((pair) => pair.ours));
    return [
      {
        name: 'initiate, requests/s',
        value,
        baseline: `bare Fastify route with one prepared insert ${median(pairs.map((pair) => pair.bare)).toFixed(0)}/s`,
        ratio,
        target: '≥ 0.7 ×',
        met: ratio >= 0.7,
        note: `${connections} connections; ratios ${pairs.map((pair) => (pair.ours / pair.bare).toFixed(2)).join(' ')}`,
      },
    ];
  } finally {
    await Promise.all([client.stop(), bare.stop()]);
    await service.query('drop table bench_tickets');
    await service.query('truncate upload_tickets');
  }
}
