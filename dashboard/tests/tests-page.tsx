import { Group, Stack, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Test } from '../../src/client/index.ts';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { EmptyState, LoadState } from '../parts/states.tsx';
import { TestState } from './test-state.tsx';
import { testsQuery } from './tests-query.ts';

const route = getRouteApi('/signed-in/projects/$projectId/tests');

export function TestsPage() {
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
        <PageTitle>Tests</PageTitle>
        {tests.length > 0 && newTest}
      </Group>
      <LoadState query={query} />
      {query.isSuccess && tests.length === 0 && (
        <EmptyState title="No tests yet" action={newTest}>
          A test is a list of plain sentences. Write one, put it into a group, and run the group on every
          build.
        </EmptyState>
      )}
      {tests.length > 0 && <TestsTable projectId={projectId} tests={tests} />}
      <MoreButton query={query}>Show more tests</MoreButton>
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
