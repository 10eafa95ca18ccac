import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

const pageSize = 100;

export function groupsQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: ['groups', projectId],
    queryFn: ({ pageParam, signal }) =>
      client.call('listGroups', { query: { projectId, limit: pageSize, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export function groupQuery(projectId: string, groupId: string) {
  return queryOptions({
    queryKey: ['group', projectId, groupId],
    queryFn: ({ signal }) => client.call('getGroup', { path: { id: groupId }, signal }),
  });
}

/** The tests of a group, in their order. */
export function groupTestsQuery(projectId: string, groupId: string) {
  return queryOptions({
    queryKey: ['group-tests', projectId, groupId],
    queryFn: async ({ signal }) =>
      (await client.call('listTestsOfGroup', { path: { id: groupId }, signal })).tests,
  });
}
