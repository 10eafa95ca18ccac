import { NativeSelect, Group as Row, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Group } from '../../src/client/index.ts';
import { groupsQuery } from '../groups/groups-query.ts';
import { TextLink } from '../parts/links.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { EmptyState, LoadState } from '../parts/states.tsx';
import { batchesQuery } from './batches-query.ts';
import { MatrixTable } from './matrix-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/builds');

export function BuildsPage() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(groupsQuery(projectId));
  const groups = query.data?.pages.flatMap((page) => page.groups) ?? [];
  const groupId = search.groupId ?? groups[0]?.id;
  return (
    <Stack>
      <Row justify="space-between">
        <PageTitle>Builds</PageTitle>
        {groupId !== undefined && (
          <GroupSelect
            groups={groups}
            groupId={groupId}
            onChange={(chosen) => void navigate({ search: { groupId: chosen } })}
          />
        )}
      </Row>
      {groupId === undefined && <LoadState query={query} />}
      {query.isSuccess && groupId === undefined && <NoGroups projectId={projectId} />}
      {groupId !== undefined && <Matrix key={groupId} projectId={projectId} groupId={groupId} />}
    </Stack>
  );
}

function GroupSelect({
  groups,
  groupId,
  onChange,
}: {
  groups: Group[];
  groupId: string;
  onChange: (groupId: string) => void;
}) {
  const isListed = groups.some(({ id }) => id === groupId);
  return (
    <NativeSelect
      aria-label="Group"
      value={groupId}
      data={[
        ...(isListed ? [] : [{ value: groupId, label: 'This group' }]),
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Matrix({ projectId, groupId }: { projectId: string; groupId: string }) {
  const query = useInfiniteQuery(batchesQuery(projectId, groupId));
  if (query.data === undefined) return <LoadState query={query} />;
  const batches = query.data.pages.flatMap((page) => page.batches);
  if (batches.length === 0) return <NoBatches projectId={projectId} groupId={groupId} />;
  return (
    <Stack align="flex-start">
      <MatrixTable projectId={projectId} batches={batches} hasOlder={query.hasNextPage} />
      <LoadState query={query} />
      <MoreButton query={query}>Load older builds</MoreButton>
    </Stack>
  );
}

function NoGroups({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      title="No groups yet"
      action={
        <TextLink to="/projects/$projectId/groups" params={{ projectId }}>
          Make a group
        </TextLink>
      }
    >
      Here the tests of a group stand against the builds that they were run on.
    </EmptyState>
  );
}

function NoBatches({ projectId, groupId }: { projectId: string; groupId: string }) {
  return (
    <EmptyState
      title="This group has not been run yet"
      action={
        <TextLink to="/projects/$projectId/groups/$groupId" params={{ projectId, groupId }}>
          Run the group, or set up its webhook
        </TextLink>
      }
    >
      Each time that it is started becomes a column here, with the result of every test.
    </EmptyState>
  );
}
