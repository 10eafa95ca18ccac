import type { JobsDatabase } from './support.ts';

/** Far below a lease, and far above what a test takes. */
export async function nearlyRunOut({ query }: JobsDatabase): Promise<void> {
  await query(`update jobs set due_at = now() + interval '10 seconds'`);
}

export async function areRenewed({ query }: JobsDatabase): Promise<boolean[]> {
  const { rows } = await query(
    `select due_at > clock_timestamp() + interval '12 seconds' as renewed from jobs order by id`,
  );
  return rows.map(({ renewed }) => renewed);
}

export function unexpected(): void {
  throw new Error('a lease was taken for lost');
}
