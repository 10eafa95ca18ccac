import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { TextLink } from '../parts/links.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { EmptyState, LoadState } from '../parts/states.tsx';
import { type DeliveryPage, projectDeliveriesQuery } from './deliveries-query.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';
import { DeliveriesTable } from './deliveries-table.tsx';
import { Filters } from './filters.tsx';
import { RedeliverMany } from './redeliver-many.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/deliveries');

export function DeliveriesPage() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isRedelivering, redelivering] = useDisclosure(false);
  const query = useQuery(projectDeliveriesQuery(projectId, search));
  const narrow = (change: DeliveriesSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change, cursor: undefined }), replace: true });
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>Deliveries</PageTitle>
        <Button variant="default" onClick={redelivering.open}>
          Redeliver all failed …
        </Button>
      </Group>
      <Filters search={search} onNarrow={narrow} onReset={() => void navigate({ search: {} })} />
      <LoadState query={query} rows={10} height={56} />
      {query.data !== undefined && <Page projectId={projectId} search={search} page={query.data} />}
      {isRedelivering && <RedeliverMany projectId={projectId} search={search} onClose={redelivering.close} />}
    </Stack>
  );
}

interface PageProps {
  projectId: string;
  search: DeliveriesSearch;
  page: DeliveryPage;
}

function Page({ projectId, search, page: { deliveries, nextCursor } }: PageProps) {
  const isWhole = nextCursor === null && search.cursor === undefined;
  if (deliveries.length === 0 && isWhole) return <NoDeliveries projectId={projectId} search={search} />;
  return (
    <>
      {deliveries.length > 0 && (
        <DeliveriesTable projectId={projectId} search={search} deliveries={deliveries} />
      )}
      {deliveries.length === 0 && (
        <Text c="dimmed">
          {nextCursor === null ? 'There are no older ones.' : 'None among these fits; look further back.'}
        </Text>
      )}
      <Group component="nav" aria-label="Pages of deliveries">
        {search.cursor !== undefined && (
          <TextLink
            to="/projects/$projectId/deliveries"
            params={{ projectId }}
            search={{ ...search, cursor: undefined }}
          >
            Newest
          </TextLink>
        )}
        {nextCursor !== null && (
          <TextLink
            to="/projects/$projectId/deliveries"
            params={{ projectId }}
            search={{ ...search, cursor: nextCursor }}
          >
            Older
          </TextLink>
        )}
      </Group>
    </>
  );
}

function NoDeliveries({ projectId, search }: { projectId: string; search: DeliveriesSearch }) {
  if (Object.keys(search).length > 0) {
    return (
      <EmptyState
        title="No delivery fits these filters"
        action={
          <TextLink to="/projects/$projectId/deliveries" params={{ projectId }} search={{}}>
            Show all deliveries
          </TextLink>
        }
      >
        Choose another state or time, or another receiver.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No results were to be delivered yet"
      action={
        <TextLink to="/projects/$projectId/settings" params={{ projectId }} search={{ section: 'webhook' }}>
          Set a default webhook
        </TextLink>
      }
    >
      The result of a run is delivered when the run names a webhookUrl, or the project has a default one.
    </EmptyState>
  );
}
