import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => client.call('getRun', { path: { id: runId }, signal }),
  });
}

export function deliveriesQuery(runId: string) {
  return queryOptions({
    queryKey: ['deliveries', runId],
    queryFn: async ({ signal }) =>
      (await client.call('listDeliveries', { path: { id: runId }, signal })).deliveries,
    staleTime: 0,
  });
}
