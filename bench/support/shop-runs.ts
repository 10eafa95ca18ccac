import type { BenchService } from './service.ts';

/** From before the first is submitted until all have passed. To ask costs what several runs need, so it is done less often then. */
export async function runsEnd(service: BenchService, url: string, count: number): Promise<void> {
  const ids = await Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await service.call('POST', '/runs', { prompt: promptFor(url) });
      return ((await answer.json()) as { id: string }).id;
    }),
  );
  const pollMs = count === 1 ? 5 : 50;
  for (;;) {
    const { rows } = await service.query(
      `select status, output->>'result' as result, error_message from runs
       where id = any($1) and completed_at is not null`,
      [ids],
    );
    const wrong = rows.find(({ result }) => result !== 'PASS');
    if (wrong !== undefined) throw new Error(`a run ended as ${JSON.stringify(wrong)}`);
    if (rows.length === count) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export function promptFor(url: string): string {
  return [
    `Open ${url}/login`,
    'Type "alice" into "Username"',
    'Type "secret" into "Password"',
    'Click "Sign in"',
    'See "Welcome, alice"',
    'Type "shoes" into "Search"',
    'Click "Add Red shoes"',
    'See "1 item in the cart"',
    'Click the "Cart" link',
    'See "Total: 59.00"',
  ].join('\n');
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}
