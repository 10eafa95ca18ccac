import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import type { RunFilter } from './run-list.ts';

export function runsQuery(projectId: string, filter: RunFilter, limit = 50) {
  return infiniteQueryOptions({
    queryKey: ['runs', projectId, filter, limit],
    queryFn: ({ pageParam, signal }) =>
      client.call('listRunSummaries', {
        path: { projectId },
        query: { ...filter, limit, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
