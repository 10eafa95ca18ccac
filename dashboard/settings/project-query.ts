import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { UpdateProject } from '../../src/client/index.ts';
import { client } from '../service/client.ts';
import { projectsQuery } from '../service/session.ts';

export function projectQuery(projectId: string) {
  return queryOptions({
    queryKey: ['project', projectId],
    queryFn: ({ signal }) => client.call('getProject', { path: { projectId }, signal }),
  });
}

export function useProjectChange(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: UpdateProject) =>
      client.call('updateProject', { path: { projectId }, body: changes }),
    onSuccess: ({ project }) => {
      queryClient.setQueryData(
        projectQuery(projectId).queryKey,
        (before) => before && { ...before, ...project },
      );
      queryClient.setQueryData(projectsQuery.queryKey, (projects) =>
        projects?.map((other) => (other.id === projectId ? project : other)),
      );
    },
  });
}
