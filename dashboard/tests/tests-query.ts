import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../src/client/pages.ts';
import { client } from '../service/client.ts';

const pageSize = 100;

export function testsQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: ['tests', projectId],
    queryFn: async ({ pageParam, signal }) => {
      const { answer, headers } = await client.request('listTests', {
        query: { projectId, limit: pageSize, cursor: pageParam },
        signal,
      });
      return { tests: answer.tests, nextCursor: nextCursor(headers.get('link')) };
    },
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
