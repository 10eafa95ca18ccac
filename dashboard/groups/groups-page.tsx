import { Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Group } from '../../src/client/index.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { TextLink } from '../parts/links.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { EmptyState, LoadState } from '../parts/states.tsx';
import { Ago } from '../parts/time.tsx';
import { groupsQuery } from './groups-query.ts';
import { NewGroup } from './new-group.tsx';
import { runModeNames } from './run-modes.ts';

const route = getRouteApi('/signed-in/projects/$projectId/groups');

export function GroupsPage() {
  const { projectId } = route.useParams();
  const query = useInfiniteQuery(groupsQuery(projectId));
  const groups = query.data?.pages.flatMap((page) => page.groups) ?? [];
  return (
    <Stack>
      <PageTitle>Groups</PageTitle>
      <NewGroup projectId={projectId} />
      <LoadState query={query} />
      {query.isSuccess && groups.length === 0 && (
        <EmptyState title="No groups yet">
          A group is what a build is tested with: tests in an order, started from here, from the command line
          or by a webhook. Name the first one above.
        </EmptyState>
      )}
      {groups.length > 0 && <GroupsTable projectId={projectId} groups={groups} />}
      <MoreButton query={query}>Show more groups</MoreButton>
    </Stack>
  );
}

function GroupsTable({ projectId, groups }: { projectId: string; groups: Group[] }) {
  const columns: Array<Column<Group>> = [
    {
      name: 'Group',
      cell: ({ id, name }) => (
        <TextLink to="/projects/$projectId/groups/$groupId" params={{ projectId, groupId: id }}>
          {name}
        </TextLink>
      ),
    },
    { name: 'Tests run', place: { visibleFrom: 'xs' }, cell: ({ runMode }) => runModeNames[runMode] },
    { name: 'Changed', place: { visibleFrom: 'sm' }, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
    {
      name: 'Results',
      cell: ({ id, name }) => (
        <TextLink
          to="/projects/$projectId/builds"
          params={{ projectId }}
          search={{ groupId: id }}
          aria-label={`Builds of ${name}`}
        >
          Builds
        </TextLink>
      ),
    },
  ];
  return <DataTable columns={columns} rows={groups} keyOf={({ id }) => id} />;
}
