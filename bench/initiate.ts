import { type Figure, figureOfPairs, measureInTurns } from './support/figure.ts';
import { rawRequest, startLoadClient } from './support/load-client.ts';
import { startSupport } from './support/node-process.ts';
import type { BenchService } from './support/service.ts';

const connections = 32;
const durationMs = 4_000;
const rounds = 5;

/** Initiate, against the least that could do its work: a Fastify route with one prepared insert on the same server. */
export async function benchInitiate(service: BenchService): Promise<Figure[]> {
  await service.query('create table bench_tickets (like upload_tickets including all)');
  const bare = startSupport('bare-insert', JSON.stringify(service.connection));
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
    const measure = async (target: typeof ours) =>
      (await client.run({ ...target, connections, durationMs })).perSecond;
    return [
      figureOfPairs(
        'initiate, requests/s',
        await measureInTurns(
          rounds,
          () => measure(ours),
          () => measure(rival),
        ),
        (perSecond) => `bare Fastify route with one prepared insert ${perSecond.toFixed(0)}/s`,
        { least: 0.7, note: `${connections} connections` },
      ),
    ];
  } finally {
    await Promise.all([client.stop(), bare.stop()]);
    await service.query('drop table bench_tickets');
    await service.query('truncate upload_tickets');
  }
}
