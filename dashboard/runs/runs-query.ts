import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

/** What a list of runs is narrowed to; the members are those of the call. */
export interface RunFilter {
  outcome?: 'passed' | 'failed' | 'unfinished' | 'cancelled' | undefined;
  platform?: 'web' | 'ios' | 'android' | undefined;
  testId?: string | undefined;
  batchId?: string | undefined;
  appId?: string | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

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
