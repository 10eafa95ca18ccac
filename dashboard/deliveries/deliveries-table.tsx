import { type Column, DataTable } from '../parts/data-table.tsx';
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
  const columns: Array<Column<Props['deliveries'][number]>> = [
    {
      name: 'State',
      place: { className: classes.status },
      cell: ({ status }) => <DeliveryBadge status={status} />,
    },
    {
      name: 'Result',
      cell: (delivery) => (
        <div className={classes.result}>
          <DeliveredResult projectId={projectId} search={search} delivery={delivery} />
          <RedeliverOne projectId={projectId} search={search} delivery={delivery} />
        </div>
      ),
    },
    { name: 'Attempts', place: { className: classes.attempts }, cell: ({ attempts }) => attempts },
    {
      name: 'Last attempt',
      place: { className: classes.time },
      cell: ({ lastAttemptAt }) => (lastAttemptAt === null ? '–' : <Ago at={lastAttemptAt} />),
    },
  ];
  return <DataTable layout="fixed" columns={columns} rows={deliveries} keyOf={({ runId }) => runId} />;
}
