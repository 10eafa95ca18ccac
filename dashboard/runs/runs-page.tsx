import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Command } from '../parts/command.tsx';
import { curlPost } from '../parts/curl.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { EmptyState, LoadState } from '../parts/states.tsx';
import { runsQuery } from './runs-query.ts';
import type { RunsSearch } from './runs-search.ts';
import { RunsTable } from './runs-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/runs');

const outcomeChoices = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'passed', label: 'Passed' },
  { value: 'unfinished', label: 'Unfinished' },
  { value: 'cancelled', label: 'Cancelled' },
];

export function RunsPage() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(runsQuery(projectId, search));
  const runs = useMemo(() => query.data?.pages.flatMap((page) => page.runs) ?? [], [query.data]);
  const narrow = (change: Partial<RunsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const isNarrowed = Object.keys(search).length > 0;

  return (
    <Stack>
      <PageTitle>Runs</PageTitle>
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="Outcome"
          data={outcomeChoices}
          value={search.outcome ?? 'all'}
          onChange={(value) =>
            narrow({ outcome: value === 'all' ? undefined : (value as RunsSearch['outcome']) })
          }
        />
        <NativeSelect
          aria-label="Platform"
          data={[
            { value: '', label: 'Every platform' },
            { value: 'web', label: 'Web' },
            { value: 'ios', label: 'iOS' },
            { value: 'android', label: 'Android' },
          ]}
          value={search.platform ?? ''}
          onChange={({ currentTarget: { value } }) =>
            narrow({ platform: value === '' ? undefined : (value as RunsSearch['platform']) })
          }
        />
        <SearchField
          label="Search runs"
          placeholder="Title, address, error or id"
          value={search.search ?? ''}
          onChange={(text) => narrow({ search: text === '' ? undefined : text })}
        />
        {isNarrowed && (
          <Button variant="default" onClick={() => void navigate({ search: {} })}>
            Show all runs
          </Button>
        )}
      </Group>
      <LoadState query={query} rows={12} />
      {query.data !== undefined &&
        runs.length === 0 &&
        !query.hasNextPage &&
        (isNarrowed ? (
          <NothingFits onReset={() => void navigate({ search: {} })} />
        ) : (
          <NoRunsYet projectId={projectId} />
        ))}
      {query.data !== undefined && (runs.length > 0 || query.hasNextPage) && (
        <RunsTable
          runs={runs}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onMore={() => {
            // It would put an end to a fetch that brings what has changed.
            if (!query.isFetching) void query.fetchNextPage();
          }}
        />
      )}
    </Stack>
  );
}

function NothingFits({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title="No run fits these filters"
      action={
        <Button variant="default" onClick={onReset}>
          Show all runs
        </Button>
      }
    >
      Choose another outcome or platform, or search for something else.
    </EmptyState>
  );
}

/** Leads to the first run by a call that can be pasted. */
function NoRunsYet({ projectId }: { projectId: string }) {
  return (
    <EmptyState title="No runs yet">
      <Stack gap="xs">
        <Text>Submit the first one. It appears here by itself.</Text>
        <Command
          text={curlPost('runs', {
            projectId,
            targetUrl: 'https://example.com',
            prompt: 'The page shows "Example Domain".',
          })}
        />
      </Stack>
    </EmptyState>
  );
}
