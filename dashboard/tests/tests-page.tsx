import { Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Test } from '../../src/client/index.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
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
  const columns: Array<Column<Test>> = [
    {
      name: 'Test',
      cell: ({ id, title }) => (
        <TextLink to="/projects/$projectId/tests/$testId" params={{ projectId, testId: id }} lineClamp={2}>
          {title}
        </TextLink>
      ),
    },
    { name: 'Platform', place: { visibleFrom: 'xs' }, cell: ({ platform }) => platformNames[platform] },
    { name: 'Steps', place: { visibleFrom: 'xs' }, cell: ({ steps }) => steps.length },
    { name: 'State', cell: (test) => <TestState test={test} /> },
  ];
  return <DataTable columns={columns} rows={tests} keyOf={({ id }) => id} />;
}
