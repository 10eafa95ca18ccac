import { Agent } from 'undici';

/** The baseline of deliveries: the same POSTs by a loop that knows nothing of a database, a signature or a schedule. */
const { url, count, connections, body } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  count: number;
  connections: number;
  body: string;
};
const agent = new Agent({ connections, pipelining: 1 });
const { origin, pathname } = new URL(url);
let left = count;

async function lane(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const answer = await agent.request({
      origin,
      path: pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': 'bare' },
      body,
    });
    await answer.body.dump();
  }
}

const startedAtMs = performance.now();
await Promise.all(Array.from({ length: connections }, lane));
console.log(JSON.stringify((performance.now() - startedAtMs) / 1_000));
await agent.close();
