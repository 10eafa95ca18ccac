import { type Figure, figureOfPairs, median, type Pair, percentile } from './support/figure.ts';
import { type LoadClient, rawRequest, startLoadClient } from './support/load-client.ts';
import { type BenchService, newProject } from './support/service.ts';

const rounds = 5;
const roundMs = 6_000;
const callers = 40;
/** Together the callers stay within 200 requests a second, the usual limit of a key. */
const pauseMs = 200;
const longestPrompt = 20_000;

const prompts: Readonly<Record<string, string>> = {
  right: promptOf((at) => `Click "Add ${at}" in the row "Product ${at}". `),
  misspelled: promptOf((at) => `Clikc the buton "Add ${at}" in teh row "Product ${at}". `),
};

/** The API of one project while all callers of another one have long prompts read. */
export async function benchReadingLoad(service: BenchService): Promise<Figure[]> {
  const port = Number(new URL(service.url).port);
  const own = await projectKey(service, 'reads');
  const neighbour = rawRequest('GET', '/api/v1/runs?limit=10', await projectKey(service, 'neighbour'));
  const [flood, client] = [startLoadClient(), startLoadClient()];
  const p99 = async () =>
    percentile(
      (await client.run({ port, request: neighbour, connections: 1, durationMs: roundMs })).latenciesMs,
      0.99,
    );
  try {
    await p99();
    const figures: Figure[] = [];
    for (const [kind, prompt] of Object.entries(prompts)) {
      const request = rawRequest('POST', '/api/v1/steps/read', own, { prompt });
      const pairs: Array<Pair & { perSecond: number }> = [];
      for (let round = 0; round < rounds; round += 1) {
        const baseline = await p99();
        const { busy, perSecond } = await beside(flood, { port, request }, p99);
        pairs.push({ baseline, value: busy, perSecond });
      }
      const perSecond = median(pairs.map((pair) => pair.perSecond));
      figures.push(
        figureOfPairs(
          `p99 of GET /runs of a neighbour beside ${callers} callers of POST /steps/read, ms: ${kind} sentences`,
          pairs,
          (ms) => `of an idle service ${ms.toFixed(2)} ms`,
          { most: 2, note: `${perSecond.toFixed(0)} readings/s` },
        ),
      );
    }
    return figures;
  } finally {
    await Promise.all([flood.stop(), client.stop()]);
  }
}

async function beside(
  flood: LoadClient,
  { port, request }: { port: number; request: string },
  p99: () => Promise<number>,
): Promise<{ busy: number; perSecond: number }> {
  const reading = flood.run({ port, request, connections: callers, durationMs: roundMs, pauseMs });
  const busy = await p99();
  return { busy, perSecond: (await reading).perSecond };
}

async function projectKey(service: BenchService, name: string): Promise<string> {
  const projectId = await newProject(service, name);
  const answer = await service.call('POST', `/projects/${projectId}/keys`, {});
  return ((await answer.json()) as { key: { key: string } }).key.key;
}

function promptOf(sentence: (at: number) => string): string {
  let prompt = '';
  for (let at = 1; ; at += 1) {
    const next = prompt + sentence(at);
    if (next.length > longestPrompt || at > 400) return prompt;
    prompt = next;
  }
}
