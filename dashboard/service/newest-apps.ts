import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** The builds that were uploaded last: enough to choose from, and to name those of the newest batches. */
export function newestAppsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['apps', projectId, 'newest'],
    queryFn: async ({ signal }) =>
      (await client.call('listApps', { path: { projectId }, query: { limit: 100 }, signal })).apps,
  });
}
