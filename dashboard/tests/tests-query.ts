import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

const pageSize = 100;

export function testsQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: ['tests', projectId],
    queryFn: ({ pageParam, signal }) =>
      client.call('listTests', { query: { projectId, limit: pageSize, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export function testQuery(projectId: string, testId: string) {
  return queryOptions({
    queryKey: ['test', projectId, testId],
    queryFn: ({ signal }) => client.call('getTest', { path: { id: testId }, signal }),
  });
}
