import { type Figure, median, percentile } from './support/figure.ts';
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
    const pairs: Array<{ small: number; large: number }> = [];
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? small : large;
      const a = await measure(first, 1_000);
      const b = await measure(first === small ? large : small, 1_000);
      pairs.push(first === small ? { small: a, large: b } : { small: b, large: a });
    }
    const ratio = median(pairs.map((pair) => pair.large / pair.small));
    return [
      {
        name: 'list of 100 at 1,000,000 records, p50 ms',
        value: median(pairs.map((pair) => pair.large)),
        baseline: `at 1,000 records ${median(pairs.map((pair) => pair.small)).toFixed(2)} ms`,
        ratio,
        target: '≤ 1.2 ×',
        met: ratio <= 1.2,
        note: `ratios ${pairs.map((pair) => (pair.large / pair.small).toFixed(2)).join(' ')}`,
      },
    ];
  } finally {
    await client.stop();
    await service.query('truncate apps');
  }
}
