import { Text } from '@mantine/core';
import { TextLink } from '../parts/links.tsx';
import { Ago } from '../parts/time.tsx';
import type { DeliveryPage } from './deliveries-query.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';
import classes from './deliveries-table.module.css';

interface Props {
  projectId: string;
  search: DeliveriesSearch;
  delivery: DeliveryPage['deliveries'][number];
}

/** What was delivered, where to, and why it was not taken. The receiver leads to all that goes there. */
export function DeliveredResult({ projectId, search, delivery }: Props) {
  const { runId, title, url, status, lastStatus, lastError, nextAttemptAt } = delivery;
  const receiver = hostOf(url);
  return (
    <div className={classes.about}>
      <TextLink
        to="/projects/$projectId/runs/$runId"
        params={{ projectId, runId }}
        className={classes.text}
        lineClamp={2}
      >
        {title === '' ? runId : title}
      </TextLink>
      <Text size="sm" c="dimmed" className={classes.text} title={url}>
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
        <Text size="sm" c="red" className={classes.text} lineClamp={3}>
          {lastError}
        </Text>
      )}
    </div>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
