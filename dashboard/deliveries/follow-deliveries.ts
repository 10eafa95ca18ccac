import type { QueryClient } from '@tanstack/react-query';
import type { GantryEvent, Run } from '../../src/client/index.ts';
import { coalescing } from '../service/coalescing.ts';
import type { DeliveryPage } from './deliveries-query.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';

/** What the last attempt of a round tells of. Of its run nothing else changes. */
export const deliveryEndings: ReadonlySet<string> = new Set(['run.delivered', 'run.undelivered']);

type Delivery = DeliveryPage['deliveries'][number];

/**
 * Writes what an event says of deliveries into the list of the project and the page of the run. Only what an event does not
 * carry is asked for: the answer to an attempt, and rows that a list has not shown until now.
 */
export function createDeliveryFollower(
  queryClient: QueryClient,
  projectId: string,
): (event: GantryEvent) => void {
  const cache = queryClient.getQueryCache();
  const pages = ['project-deliveries', projectId];
  const refetch = coalescing((queryKey: readonly unknown[]) =>
    queryClient.invalidateQueries({ queryKey }, { cancelRefetch: true }),
  );

  /** An answer under way may be older than the event, and would undo it. */
  function write<Data>(queryKey: readonly unknown[], change: (data: Data) => Data): void {
    for (const query of cache.findAll({ queryKey })) {
      if (query.state.fetchStatus === 'fetching') refetch(query.queryKey);
      else queryClient.setQueryData<Data>(query.queryKey, (data) => data && change(data));
    }
  }

  /** In its place, also where it no longer fits the filter: it would go from below the pointer of who has just clicked it. */
  function showDelivery(delivery: Delivery): void {
    write<DeliveryPage>(pages, (page) =>
      withChange(page, ({ runId }) => runId === delivery.runId && delivery),
    );
  }

  function showRun(runId: string, change: Partial<Run>): void {
    write<Run>(['run', runId], (run) => ({ ...run, ...change }));
  }

  function showRequeued(runIds: ReadonlySet<string>, at: string): void {
    const pending = { status: 'pending', nextAttemptAt: at } as const;
    write<DeliveryPage>(pages, (page) =>
      withChange(page, (one) => runIds.has(one.runId) && { ...one, ...pending }),
    );
    write<Run>(['run'], (run) => (runIds.has(run.id) ? { ...run, webhookStatus: 'pending' } : run));
  }

  function areOnlyPendingShown(): boolean {
    return cache
      .findAll({ queryKey: pages, type: 'active' })
      .some(({ queryKey }) => (queryKey[2] as DeliveriesSearch).status === 'pending');
  }

  return ({ type, data }) => {
    const { id, delivery, runIds, run, at } = data;
    if (type.startsWith('run.')) {
      // A result is to be delivered from the end of its run on, unless nobody wants it.
      if (run === undefined || run.completedAt === null || run.webhookStatus === null) return;
      if (deliveryEndings.has(type)) {
        showRun(id, { webhookStatus: run.webhookStatus });
        refetch(['deliveries', id]);
      }
      refetch(pages);
    } else if (type === 'delivery.attempted' && delivery !== undefined) {
      showDelivery(delivery);
      refetch(['deliveries', id]);
    } else if (type === 'delivery.requeued' && delivery !== undefined) {
      showDelivery(delivery);
      showRun(id, { webhookStatus: delivery.status, webhookUrl: delivery.url });
      if (areOnlyPendingShown()) refetch(pages);
    } else if (type === 'deliveries.requeued' && runIds !== undefined) {
      showRequeued(new Set(runIds), at);
      if (areOnlyPendingShown()) refetch(pages);
    }
  };
}

function withChange(page: DeliveryPage, change: (delivery: Delivery) => Delivery | false): DeliveryPage {
  return { ...page, deliveries: page.deliveries.map((delivery) => change(delivery) || delivery) };
}
