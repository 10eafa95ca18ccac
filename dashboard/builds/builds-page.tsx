import { Button, NativeSelect, Group as Row, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Group } from '../../src/client/index.ts';
import { groupsQuery } from '../groups/groups-query.ts';
import { TextLink } from '../parts/links.tsx';
import { EmptyState, FailedState, LoadingState } from '../parts/states.tsx';
import { useTitle } from '../parts/use-title.ts';
import { batchesQuery } from './batches-query.ts';
import { MatrixTable } from './matrix-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/builds');

export function BuildsPage() {
  useTitle('Builds');
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(groupsQuery(projectId));
  const groups = query.data?.pages.flatMap((page) => page.groups) ?? [];
  const groupId = search.groupId ?? groups[0]?.id;
  return (
    <Stack>
      <Row justify="space-between">
        <Title order={1} size="h2">
          Builds
        </Title>
        {groupId !== undefined && (
          <GroupSelect
            groups={groups}
            groupId={groupId}
            onChange={(chosen) => void navigate({ search: { groupId: chosen } })}
          />
        )}
      </Row>
      {query.isPending && groupId === undefined && <LoadingState />}
      {query.isError && groupId === undefined && (
        <FailedState error={query.error} retry={() => void query.refetch()} />
      )}
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
  if (query.isPending) return <LoadingState />;
  if (query.data === undefined) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  const batches = query.data.pages.flatMap((page) => page.batches);
  if (batches.length === 0) return <NoBatches projectId={projectId} groupId={groupId} />;
  return (
    <Stack align="flex-start">
      <MatrixTable projectId={projectId} batches={batches} hasOlder={query.hasNextPage} />
      {query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load older builds
        </Button>
      )}
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
