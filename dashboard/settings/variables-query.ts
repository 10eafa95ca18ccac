import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

export function variablesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['variables', projectId],
    queryFn: async ({ signal }) =>
      (await client.call('listVariables', { path: { projectId }, signal })).variables,
  });
}
