import { Button, Code, Group, NativeSelect, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MoreButton } from '../parts/more-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { EmptyState, LoadState } from '../parts/states.tsx';
import { type AppFilter, appsQuery } from './apps-query.ts';
import { AppsTable } from './apps-table.tsx';
import { UploadArea } from './upload-area.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/apps');

/** The builds that runs on phones can use. */
export function AppsPage() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(appsQuery(projectId, search));
  const apps = query.data?.pages.flatMap((page) => page.apps) ?? [];
  const narrow = (change: AppFilter) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const isNarrowed = Object.keys(search).length > 0;
  const showAll = () => void navigate({ search: {} });
  return (
    <Stack>
      <PageTitle>Apps</PageTitle>
      <UploadArea projectId={projectId} />
      <Group gap="sm">
        <NativeSelect
          aria-label="Platform"
          data={[
            { value: '', label: 'Every platform' },
            { value: 'ios', label: 'iOS' },
            { value: 'android', label: 'Android' },
          ]}
          value={search.platform ?? ''}
          onChange={({ currentTarget: { value } }) =>
            narrow({ platform: value === 'ios' || value === 'android' ? value : undefined })
          }
        />
        <SearchField
          label="Bundle id"
          placeholder="Bundle id, whole"
          value={search.bundleId ?? ''}
          onChange={(text) => narrow({ bundleId: text === '' ? undefined : text })}
        />
        {isNarrowed && (
          <Button variant="default" onClick={showAll}>
            Show all apps
          </Button>
        )}
      </Group>
      <LoadState query={query} rows={8} height={48} />
      {query.isSuccess &&
        apps.length === 0 &&
        (isNarrowed ? (
          <EmptyState title="No app fits these filters">
            Choose another platform, or write the bundle id as a whole, such as com.example.shop.
          </EmptyState>
        ) : (
          <EmptyState title="No apps yet">
            Drop a build above, or send one from a shell: <Code>gantry apps upload MyApp.app.zip</Code>. Runs
            on phones then name it.
          </EmptyState>
        ))}
      {apps.length > 0 && <AppsTable projectId={projectId} apps={apps} />}
      <MoreButton query={query} variant="subtle" fullWidth>
        Show older apps
      </MoreButton>
    </Stack>
  );
}
