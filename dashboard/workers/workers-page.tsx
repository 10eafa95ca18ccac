import { Card, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnswerTo } from '../../src/client/index.ts';
import { formatDuration } from '../parts/format.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { LoadState } from '../parts/states.tsx';
import { client } from '../service/client.ts';
import { Workers } from './workers.tsx';

const everyMs = 3_000;

/** What each worker does now, and what waits for them. */
export function WorkersPage() {
  const query = useQuery({
    queryKey: ['workers'],
    queryFn: ({ signal }) => client.call('listWorkers', { signal }),
    // There are no events about workers. A page in the background asks for nothing.
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
  return (
    <Stack>
      <PageTitle>Workers</PageTitle>
      <LoadState query={query} rows={6} height={60} />
      {query.data !== undefined && (
        <>
          <Queue queue={query.data.queue} />
          <Workers workers={query.data.workers} />
        </>
      )}
    </Stack>
  );
}

/** How many runs wait for a free worker, and for how long. */
function Queue({ queue }: { queue: AnswerTo<'listWorkers'>['queue'] }) {
  return (
    <Card withBorder component="section" aria-label="Queue">
      <Title order={2} size="h5" mb="xs">
        Queue
      </Title>
      <Table aria-label="Queue by platform">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Platform</Table.Th>
            <Table.Th>Waiting</Table.Th>
            <Table.Th>Oldest waits for</Table.Th>
            <Table.Th title="Of the runs that were started within the last hour">Usual wait</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {queue.map(({ platform, waiting, oldestWaitMs, medianWaitMs }) => (
            <Table.Tr key={platform}>
              <Table.Td>{platformNames[platform]}</Table.Td>
              <Table.Td>{waiting.toLocaleString()}</Table.Td>
              <Table.Td>{formatDuration(oldestWaitMs)}</Table.Td>
              <Table.Td>{formatDuration(medianWaitMs)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
