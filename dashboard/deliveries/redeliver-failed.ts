import { client } from '../service/client.ts';

interface Failed {
  projectId: string;
  /** When their runs ended at the earliest. */
  from: string;
  receiver?: string | undefined;
}

/** Not more than one page is counted: beyond that, the exact number changes no decision. */
export async function countFailed(
  { projectId, from, receiver }: Failed,
  signal: AbortSignal,
): Promise<{ count: number; isWhole: boolean }> {
  const { deliveries, nextCursor } = await client.call('listProjectDeliveries', {
    path: { projectId },
    query: { status: 'failed', from, receiver, limit: 200 },
    signal,
  });
  return { count: deliveries.length, isWhole: nextCursor === null };
}

/** A call takes a bounded number; what fails meanwhile, or once more, is left for another time. */
export async function redeliverFailed({ projectId, from, receiver }: Failed): Promise<number> {
  const to = new Date().toISOString();
  let next: string | null = from;
  let total = 0;
  while (next !== null) {
    const before: string = next;
    const { count, nextFrom } = await client.call('redeliverMany', {
      path: { projectId },
      body: { from: before, to, status: 'failed', receiver },
    });
    total += count;
    next = count === 0 && nextFrom === before ? null : nextFrom;
  }
  return total;
}
