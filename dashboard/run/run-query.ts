import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => client.call('getRun', { path: { id: runId }, signal }),
  });
}

const pollMs = 1_000;

/** Attempts between the first and the last are no events, so they are asked for while they go on. */
export function deliveriesQuery(runId: string, isUnderWay: boolean) {
  return queryOptions({
    queryKey: ['deliveries', runId, isUnderWay],
    queryFn: async ({ signal }) =>
      (await client.call('listDeliveries', { path: { id: runId }, signal })).deliveries,
    refetchInterval: isUnderWay ? pollMs : false,
    staleTime: 0,
  });
}
