import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectsQuery, sessionQuery } from '../service/session.ts';

/** Chooses the project with an admin key; names it with a project key, which sees only its own. */
export function ProjectMenu({ projectId }: { projectId: string | undefined }) {
  const { data: session } = useQuery(sessionQuery);
  if (session === undefined || projectId === undefined) return null;
  return session.kind === 'admin' ? (
    <ProjectSelect projectId={projectId} />
  ) : (
    <Text truncate>{session.projectName}</Text>
  );
}

function ProjectSelect({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const { data: projects = [] } = useQuery(projectsQuery);
  const isListed = projects.some(({ id }) => id === projectId);
  return (
    <NativeSelect
      aria-label="Project"
      size="xs"
      value={projectId}
      data={[
        ...(isListed ? [] : [{ value: projectId, label: 'This project' }]),
        ...projects.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) =>
        void navigate({ to: '/projects/$projectId', params: { projectId: event.currentTarget.value } })
      }
    />
  );
}
