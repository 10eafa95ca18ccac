import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

const pageSize = 12;

export function batchesQuery(projectId: string, groupId: string) {
  return infiniteQueryOptions({
    queryKey: ['batches', projectId, groupId],
    queryFn: ({ pageParam, signal }) =>
      client.call('listBatches', {
        query: { projectId, groupId, limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
