import { startSupport } from './node-process.ts';
import type { BenchService } from './service.ts';

export interface Receiver {
  url(path: 'ok' | 'fail' | 'hang'): string;
  count(): Promise<number>;
  take(): Promise<Array<{ id: string; atMs: number }>>;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const node = startSupport('receiver');
  const port = Number(await node.nextLine());
  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    count: async () => Number(await node.ask('count')),
    take: async () => (await node.ask('take')) as Array<{ id: string; atMs: number }>,
    stop: () => node.stop(),
  };
}

export const resultBody = JSON.stringify({
  id: '00000000-0000-7000-8000-000000000000',
  output: { description: 'x'.repeat(800) },
});

/** Results of ended runs that are due at once or, one after the other, `everyMs` apart; told of by one notification. */
export async function dueResults(
  service: BenchService,
  options: { count: number; url: string; everyMs?: number; afterMs?: number },
): Promise<void> {
  const { count, url, everyMs = 0, afterMs = 0 } = options;
  await service.query(
    `with made as (
       select gen_random_uuid() as id, n from generate_series(1, $2::int) as n
     ), run as (
       insert into runs (id, project_id, type, status, platform, prompt, webhook_url, webhook_status, completed_at)
       select id, $1, 'chat', 'completed', 'web', 'x', $3, 'pending', now() from made
     ), result as (
       insert into deliveries (run_id, project_id, url, body, next_attempt_at)
       select id, $1, $3, $4, now() + (n * $5::float8 + $6::float8) * interval '1 millisecond' from made
     )
     insert into jobs (queue, name, payload, due_at)
     select 'deliveries', 'delivery.attempt', jsonb_build_object('runId', id, 'attempt', 1),
       now() + (n * $5::float8 + $6::float8) * interval '1 millisecond'
     from made`,
    [service.projectId, count, url, resultBody, everyMs, afterMs],
  );
  await service.query(`select pg_notify('gantry', 'bench queue.deliveries')`);
}

export async function forgetResults(service: BenchService): Promise<void> {
  await service.query(`delete from jobs where name = 'delivery.attempt'`);
  await service.query('truncate runs, deliveries, delivery_attempts, events');
  await service.query('vacuum analyze jobs');
}

export async function untilDelivered(service: BenchService, pollMs = 20): Promise<void> {
  for (;;) {
    const { rows } = await service.query(
      `select count(*)::int as left from jobs where name = 'delivery.attempt'`,
    );
    if (rows[0].left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
