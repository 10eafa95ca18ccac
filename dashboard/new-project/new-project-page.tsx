import { Code, Container, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageTitle } from '../parts/page-title.tsx';
import { EmptyState } from '../parts/states.tsx';
import { sessionQuery } from '../service/session.ts';
import { FirstRun } from './first-run.tsx';
import { ProjectForm } from './project-form.tsx';

const route = getRouteApi('/signed-in/new-project');

/** From nothing to the first green run: a project, then a run of it. */
export function NewProjectPage() {
  const { projectId } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: session } = useQuery(sessionQuery);
  return (
    <Container size="sm" px={0}>
      <Stack>
        <PageTitle>New project</PageTitle>
        {session?.kind === 'project' && <AdminKeyNeeded />}
        {session?.kind === 'admin' && projectId === undefined && (
          <ProjectForm onCreated={(id) => void navigate({ search: { projectId: id } })} />
        )}
        {session?.kind === 'admin' && projectId !== undefined && <FirstRun projectId={projectId} />}
      </Stack>
    </Container>
  );
}

function AdminKeyNeeded() {
  return (
    <EmptyState title="Only an admin key can create projects">
      <Stack gap="xs">
        <Text>
          You signed in with the key of one project. Sign out and sign in with an admin key, or ask whoever
          operates this service.
        </Text>
        <Text>
          On the machine of the service, <Code>gantry dashboard</Code> prints an address that signs an admin
          in.
        </Text>
      </Stack>
    </EmptyState>
  );
}
