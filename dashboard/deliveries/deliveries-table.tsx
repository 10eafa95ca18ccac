import { Table } from '@mantine/core';
import { DeliveryBadge } from '../parts/delivery-badge.tsx';
import { Ago } from '../parts/time.tsx';
import { DeliveredResult } from './delivered-result.tsx';
import type { DeliveryPage } from './deliveries-query.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';
import classes from './deliveries-table.module.css';
import { RedeliverOne } from './redeliver-one.tsx';

interface Props {
  projectId: string;
  search: DeliveriesSearch;
  deliveries: DeliveryPage['deliveries'];
}

/** One page of results, each with how its last attempt ended. */
export function DeliveriesTable({ projectId, search, deliveries }: Props) {
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.status}>State</Table.Th>
          <Table.Th>Result</Table.Th>
          <Table.Th className={classes.attempts}>Attempts</Table.Th>
          <Table.Th className={classes.time}>Last attempt</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deliveries.map((delivery) => (
          <Table.Tr key={delivery.runId}>
            <Table.Td className={classes.status}>
              <DeliveryBadge status={delivery.status} />
            </Table.Td>
            <Table.Td>
              <div className={classes.result}>
                <DeliveredResult projectId={projectId} search={search} delivery={delivery} />
                <RedeliverOne projectId={projectId} search={search} delivery={delivery} />
              </div>
            </Table.Td>
            <Table.Td className={classes.attempts}>{delivery.attempts}</Table.Td>
            <Table.Td className={classes.time}>
              {delivery.lastAttemptAt === null ? '–' : <Ago at={delivery.lastAttemptAt} />}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
