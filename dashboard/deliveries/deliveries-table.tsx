import { Text } from '@mantine/core';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { DeliveryBadge } from '../parts/delivery-badge.tsx';
import { TextLink } from '../parts/links.tsx';
import { Ago } from '../parts/time.tsx';
import type { DeliveryPage } from './deliveries-query.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';
import classes from './deliveries-table.module.css';
import { RedeliverOne } from './redeliver-one.tsx';

type Delivery = DeliveryPage['deliveries'][number];

interface Props {
  projectId: string;
  search: DeliveriesSearch;
  deliveries: Delivery[];
}

/** One page of results, each with how its last attempt ended. */
export function DeliveriesTable({ projectId, search, deliveries }: Props) {
  const columns: Array<Column<Delivery>> = [
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

interface ResultProps {
  projectId: string;
  search: DeliveriesSearch;
  delivery: Delivery;
}

/** What was delivered, where to, and why it was not taken. The receiver leads to all that goes there. */
function DeliveredResult({ projectId, search, delivery }: ResultProps) {
  const { runId, title, url, status, lastStatus, lastError, nextAttemptAt } = delivery;
  const receiver = hostOf(url);
  return (
    <div className={classes.about}>
      <TextLink to="/projects/$projectId/runs/$runId" params={{ projectId, runId }} lineClamp={2}>
        {title === '' ? runId : title}
      </TextLink>
      <Text size="sm" c="dimmed" title={url}>
        to{' '}
        <TextLink
          to="/projects/$projectId/deliveries"
          params={{ projectId }}
          search={{ ...search, receiver, cursor: undefined }}
          aria-label={`Show only deliveries to ${receiver}`}
          td="underline"
          inherit
        >
          {receiver}
        </TextLink>
        {lastStatus !== null && ` · HTTP ${lastStatus}`}
        {status === 'pending' && nextAttemptAt !== null && (
          <>
            {' · next attempt '}
            <Ago at={nextAttemptAt} />
          </>
        )}
      </Text>
      {lastError !== null && (
        <Text size="sm" c="red" lineClamp={3}>
          {lastError}
        </Text>
      )}
    </div>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
