import type { QueryClient } from '@tanstack/react-query';
import { projectsQuery, sessionQuery } from '../service/session.ts';

const storageKey = 'gantry-project';

/** The project that was looked at last, else the newest one; null where there is none. */
export async function startProject(queryClient: QueryClient): Promise<string | null> {
  const { projectId } = await queryClient.ensureQueryData(sessionQuery);
  if (projectId !== null) return projectId;
  const projects = await queryClient.ensureQueryData(projectsQuery);
  const last = localStorage.getItem(storageKey);
  return (projects.find(({ id }) => id === last) ?? projects[0])?.id ?? null;
}

export function rememberProject(projectId: string): void {
  localStorage.setItem(storageKey, projectId);
}
