import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectsQuery, sessionQuery } from '../service/session.ts';

/** Chooses the project with an admin key, or leads to a new one; names it with a project key, which sees only its own. */
export function ProjectMenu({ projectId }: { projectId: string | undefined }) {
  const { data: session } = useQuery(sessionQuery);
  if (session === undefined) return null;
  return session.kind === 'admin' ? (
    <ProjectSelect projectId={projectId} />
  ) : (
    <Text truncate>{session.projectName}</Text>
  );
}

const newProject = 'new';

function ProjectSelect({ projectId }: { projectId: string | undefined }) {
  const navigate = useNavigate();
  const { data: projects = [] } = useQuery(projectsQuery);
  const isListed = projects.some(({ id }) => id === projectId);

  function choose(value: string) {
    if (value === newProject) void navigate({ to: '/new-project' });
    else void navigate({ to: '/projects/$projectId', params: { projectId: value } });
  }

  return (
    <NativeSelect
      aria-label="Project"
      size="xs"
      value={projectId ?? newProject}
      data={[
        ...(isListed || projectId === undefined ? [] : [{ value: projectId, label: 'This project' }]),
        ...projects.map(({ id, name }) => ({ value: id, label: name })),
        { value: newProject, label: 'New project …' },
      ]}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  );
}
