import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

export function appQuery(projectId: string, appId: string) {
  return queryOptions({
    queryKey: ['app', projectId, appId],
    queryFn: async ({ signal }) => (await client.call('getApp', { path: { projectId, appId }, signal })).app,
  });
}

/** Asked for anew each time: before somebody deletes an app, the page shows who uses it now. */
export function appUsageQuery(projectId: string, appId: string) {
  return queryOptions({
    queryKey: ['app-usage', projectId, appId],
    queryFn: ({ signal }) => client.call('getAppUsage', { path: { projectId, appId }, signal }),
    staleTime: 0,
  });
}
