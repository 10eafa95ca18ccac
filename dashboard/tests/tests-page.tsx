import { Button, Group, Stack, Table, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Test } from '../../src/client/index.ts';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { EmptyState, FailedState, LoadingState } from '../parts/states.tsx';
import { useTitle } from '../parts/use-title.ts';
import { TestState } from './test-state.tsx';
import { testsQuery } from './tests-query.ts';

const route = getRouteApi('/signed-in/projects/$projectId/tests');

export function TestsPage() {
  useTitle('Tests');
  const { projectId } = route.useParams();
  const query = useInfiniteQuery(testsQuery(projectId));
  const tests = query.data?.pages.flatMap((page) => page.tests) ?? [];
  const newTest = (
    <ButtonLink to="/projects/$projectId/tests/new" params={{ projectId }}>
      New test
    </ButtonLink>
  );
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          Tests
        </Title>
        {tests.length > 0 && newTest}
      </Group>
      {query.isPending && <LoadingState />}
      {query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isSuccess && tests.length === 0 && (
        <EmptyState title="No tests yet" action={newTest}>
          A test is a list of plain sentences. Write one, put it into a group, and run the group on every
          build.
        </EmptyState>
      )}
      {tests.length > 0 && <TestsTable projectId={projectId} tests={tests} />}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more tests
        </Button>
      )}
    </Stack>
  );
}

function TestsTable({ projectId, tests }: { projectId: string; tests: Test[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Test</Table.Th>
          <Table.Th visibleFrom="xs">Platform</Table.Th>
          <Table.Th visibleFrom="xs">Steps</Table.Th>
          <Table.Th>State</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tests.map((test) => (
          <Table.Tr key={test.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <TextLink
                to="/projects/$projectId/tests/$testId"
                params={{ projectId, testId: test.id }}
                lineClamp={2}
              >
                {test.title}
              </TextLink>
            </Table.Td>
            <Table.Td visibleFrom="xs">{platformNames[test.platform]}</Table.Td>
            <Table.Td visibleFrom="xs">{test.steps.length}</Table.Td>
            <Table.Td>
              <TestState test={test} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
