import { infiniteQueryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../src/client/pages.ts';
import { client } from '../service/client.ts';

export interface AppFilter {
  platform?: 'ios' | 'android' | undefined;
  bundleId?: string | undefined;
}

export function appsQuery(projectId: string, filter: AppFilter, limit = 50) {
  return infiniteQueryOptions({
    queryKey: ['apps', projectId, filter, limit],
    queryFn: async ({ pageParam, signal }) => {
      const { answer, headers } = await client.request('listApps', {
        path: { projectId },
        query: { ...filter, limit, cursor: pageParam },
        signal,
      });
      return { apps: answer.apps, nextCursor: nextCursor(headers.get('link')) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
