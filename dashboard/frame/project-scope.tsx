import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followProject } from '../service/live.ts';
import { rememberProject } from './start-project.ts';

/** Follows the events of the project as long as one of its pages is open. */
export function ProjectScope() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const queryClient = useQueryClient();
  useEffect(() => {
    rememberProject(projectId);
    return followProject(queryClient, projectId);
  }, [queryClient, projectId]);
  return <Outlet key={projectId} />;
}
