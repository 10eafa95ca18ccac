import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { type DeliveryPage, projectDeliveriesQuery } from './deliveries-query.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';

interface Props {
  projectId: string;
  search: DeliveriesSearch;
  delivery: DeliveryPage['deliveries'][number];
}

/** The row stays in its place while the result is on its way, also where only failed ones are shown. */
export function RedeliverOne({ projectId, search, delivery: { runId, title, status } }: Props) {
  const queryClient = useQueryClient();
  const redeliver = useMutation({
    mutationFn: () => client.call('redeliver', { path: { id: runId }, body: {} }),
    onSuccess: () =>
      queryClient.setQueryData(
        projectDeliveriesQuery(projectId, search).queryKey,
        (page) => page && withPending(page, runId),
      ),
  });
  if (status === 'pending') return null;
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        px="xs"
        loading={redeliver.isPending}
        aria-label={`Redeliver ${title === '' ? runId : title}`}
        onClick={() => redeliver.mutate()}
      >
        Redeliver
      </Button>
      {redeliver.error !== null && (
        <Text size="sm" c="red" role="alert">
          {redeliver.error.message}
        </Text>
      )}
    </div>
  );
}

function withPending(page: DeliveryPage, runId: string): DeliveryPage {
  return {
    ...page,
    deliveries: page.deliveries.map((one) => (one.runId === runId ? { ...one, status: 'pending' } : one)),
  };
}
