import { Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerTo, Run } from '../../src/client/index.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { DeliveryBadge } from '../parts/delivery-badge.tsx';
import { formatDateTime, formatDuration } from '../parts/format.ts';
import { Refused } from '../parts/refused.tsx';
import { FailedState } from '../parts/states.tsx';
import { client } from '../service/client.ts';
import { deliveriesQuery, runQuery } from './run-query.ts';

type Attempt = AnswerTo<'listDeliveries'>['deliveries'][number];

/** Where the result went, with every attempt and what the receiver answered. */
export function Deliveries({ run }: { run: Run }) {
  const queryClient = useQueryClient();
  const isEnded = run.completedAt !== null;
  const query = useQuery({ ...deliveriesQuery(run.id), enabled: run.webhookUrl !== null });
  const redeliver = useMutation({
    mutationFn: () => client.call('redeliver', { path: { id: run.id }, body: {} }),
    onSuccess: (redelivered) => queryClient.setQueryData(runQuery(run.id).queryKey, redelivered),
  });
  if (run.webhookUrl === null) return null;
  return (
    <Stack component="section" aria-label="Deliveries" gap="xs">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={2} size="h4">
            Delivery
          </Title>
          <DeliveryBadge status={isEnded ? run.webhookStatus : null} />
        </Group>
        {isEnded && (
          <Button
            size="xs"
            variant="default"
            disabled={run.webhookStatus === 'pending'}
            loading={redeliver.isPending}
            onClick={() => redeliver.mutate()}
          >
            Redeliver
          </Button>
        )}
      </Group>
      <Text size="sm">To {run.webhookUrl}</Text>
      {!isEnded && <Text c="dimmed">The result is delivered when the run has ended.</Text>}
      <Refused error={redeliver.error} />
      {query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.data !== undefined && query.data.length > 0 && <Attempts attempts={query.data} />}
    </Stack>
  );
}

const attemptColumns: Array<Column<Attempt>> = [
  { name: 'Attempt', cell: ({ attempt }) => attempt },
  { name: 'Time', cell: ({ startedAt }) => formatDateTime(startedAt) },
  {
    name: 'Answer',
    cell: ({ status, error, answer }) => (
      <>
        <Text size="sm" c={error === null ? undefined : 'red'}>
          {status === null ? 'No answer' : `HTTP ${status}`}
          {error === null ? '' : `: ${error}`}
        </Text>
        {answer !== null && answer !== '' && (
          <Code block mah={160} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
            {answer}
          </Code>
        )}
      </>
    ),
  },
  { name: 'Duration', cell: ({ durationMs }) => formatDuration(durationMs) },
];

function Attempts({ attempts }: { attempts: Attempt[] }) {
  return (
    <Table.ScrollContainer minWidth={600} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <DataTable columns={attemptColumns} rows={attempts} keyOf={({ attempt }) => attempt} />
    </Table.ScrollContainer>
  );
}
