import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => client.call('getCaller', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) =>
    (await client.call('listProjects', { query: { limit: 200 }, signal })).projects,
  staleTime: 30_000,
});
