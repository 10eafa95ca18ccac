import { type Figure, figureOfPairs, measureInTurns, percentile } from './support/figure.ts';
import { rawRequest, startLoadClient } from './support/load-client.ts';
import { type BenchService, projectWithApps } from './support/service.ts';

const rounds = 7;

/** A page of 100 in a project of a million apps, against one of a thousand. */
export async function benchList(service: BenchService): Promise<Figure[]> {
  const small = await projectWithApps(service, 1_000);
  const large = await projectWithApps(service, 1_000_000);
  await service.query('vacuum analyze apps');
  const client = startLoadClient();
  try {
    const port = Number(new URL(service.url).port);
    const measure = async (projectId: string, durationMs: number) => {
      const request = rawRequest('GET', `/api/v1/projects/${projectId}/mobile?limit=100`, service.key);
      return percentile((await client.run({ port, request, connections: 1, durationMs })).latenciesMs, 0.5);
    };
    for (const project of [small, large]) await measure(project, 1_500);
    return [
      figureOfPairs(
        'list of 100 at 1,000,000 records, p50 ms',
        await measureInTurns(
          rounds,
          () => measure(large, 1_000),
          () => measure(small, 1_000),
        ),
        (ms) => `at 1,000 records ${ms.toFixed(2)} ms`,
        { most: 1.2 },
      ),
    ];
  } finally {
    await client.stop();
    await service.query('truncate apps');
  }
}
