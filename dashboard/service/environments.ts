import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export function environmentsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['environments', projectId],
    queryFn: async ({ signal }) =>
      (await client.call('listEnvironments', { path: { projectId }, signal })).environments,
  });
}
