import { Card, Table, Title } from '@mantine/core';
import type { AnswerTo } from '../../src/client/index.ts';
import { formatDuration } from '../parts/format.ts';
import { platformNames } from '../parts/platform-names.ts';

/** How many runs wait for a free worker, and for how long. */
export function Queue({ queue }: { queue: AnswerTo<'listWorkers'>['queue'] }) {
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
