import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRefetcher, isChangedBy } from '../../dashboard/service/refetch-changed.ts';
import type { GantryEvent } from '../../src/client/index.ts';

describe('what an event has changed', () => {
  it('is loaded again at once, and a storm of events costs one request a second', async () => {
    const { queryClient, queryKey, service, change, passSecond } = openPage();
    const requests: number[] = [];
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: async () => {
        requests.push(service.state);
        return service.state;
      },
    });
    onTestFinished(observer.subscribe(() => undefined));
    await everythingElse();
    await change();
    expect(observer.getCurrentResult().data).toBe(1);
    while (service.state < 500) await change();
    expect(requests).toEqual([0, 1]);
    for (let second = 0; second < 5; second += 1) await passSecond();
    expect(requests).toEqual([0, 1, 500]);
    expect(observer.getCurrentResult().data).toBe(500);
  });

  it('is shown in the end, whatever was loading when the last event came', async () => {
    const happening = fc.constantFrom('change', 'answer', 'second', 'further page');
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
        const { queryClient, queryKey, service, change, passSecond } = openPage();
        const onTheWay: Array<() => void> = [];
        const observer = new InfiniteQueryObserver(queryClient, {
          queryKey,
          // The service reads when it is asked, and its answer arrives later.
          queryFn: ({ pageParam }) =>
            new Promise<string>((resolve) => {
              const answer = `page ${pageParam} after change ${service.state}`;
              onTheWay.push(() => resolve(answer));
            }),
          initialPageParam: 0,
          getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length : null),
          staleTime: Number.POSITIVE_INFINITY,
        });
        const leave = observer.subscribe(() => undefined);
        const happens = {
          change,
          answer: () => onTheWay.shift()?.(),
          second: passSecond,
          'further page': () => void observer.fetchNextPage(),
        };
        for (const name of happenings) {
          await happens[name]();
          await everythingElse();
        }
        for (let round = 0; round < 60; round += 1) {
          happens.answer();
          await passSecond();
        }
        const pages = observer.getCurrentResult().data?.pages ?? [];
        expect(pages.length).toBeGreaterThan(0);
        expect(pages).toEqual(pages.map((_page, at) => `page ${at} after change ${service.state}`));
        leave();
      }),
      { numRuns: 200 },
    );
  });

  it('is only marked where nobody sees it, and loaded when somebody does', async () => {
    const { queryClient, queryKey, service, change } = openPage();
    const requests: number[] = [];
    const options = {
      queryKey,
      queryFn: async () => requests.push(service.state),
      staleTime: Number.POSITIVE_INFINITY,
    };
    await queryClient.fetchQuery(options);
    await change();
    expect(requests).toEqual([0]);
    onTestFinished(new QueryObserver(queryClient, options).subscribe(() => undefined));
    await everythingElse();
    expect(requests).toEqual([0, 1]);
  });
});

it('an event changes what shows its run, its batch or its delivery, and nothing else', () => {
  const queryClient = new QueryClient();
  const keys = {
    run: ['run', 'r1'],
    attempts: ['deliveries', 'r1'],
    runs: ['runs', 'p1', {}, 50],
    batches: ['batches', 'p1', 'g1'],
    statistics: ['statistics', 'p1', 7],
    deliveries: ['project-deliveries', 'p1', {}],
    failedDeliveries: ['project-deliveries', 'p1', { status: 'failed' }],
    otherRun: ['run', 'r2'],
    otherProject: ['runs', 'p2', {}, 50],
    tests: ['tests', 'p1'],
  };
  for (const queryKey of Object.values(keys)) queryClient.setQueryData(queryKey, {});
  const changedBy = (type: string, data: Partial<GantryEvent['data']> = {}) => {
    const event = { type, data: { id: 'r1', projectId: 'p1', at: '', ...data } };
    const changed = queryClient.getQueryCache().findAll({ predicate: (query) => isChangedBy(event, query) });
    return Object.entries(keys)
      .filter(([, queryKey]) => changed.some((query) => query.queryKey === queryKey))
      .map(([name]) => name)
      .join(' ');
  };
  const ofBatch = { batchId: 'b1', webhookStatus: null };
  expect({
    'run.progress': changedBy('run.progress', ofBatch),
    'run.running': changedBy('run.running', ofBatch),
    'run.completed': changedBy('run.completed', ofBatch),
    'run.failed, with a webhook': changedBy('run.failed', { webhookStatus: 'pending' }),
    'run.delivered': changedBy('run.delivered', { webhookStatus: 'delivered' }),
    'delivery.attempted': changedBy('delivery.attempted'),
    'delivery.requeued': changedBy('delivery.requeued'),
    'deliveries.requeued': changedBy('deliveries.requeued', { id: 'p1', runIds: ['r3', 'r1'] }),
    'batch.progress': changedBy('batch.progress', { id: 'b1' }),
    'a later one': changedBy('app.deleted', { id: 'a1' }),
  }).toEqual({
    'run.progress': 'run runs',
    'run.running': 'run runs batches',
    'run.completed': 'run runs batches statistics',
    'run.failed, with a webhook': 'run runs statistics deliveries failedDeliveries',
    'run.delivered': 'run attempts runs deliveries failedDeliveries',
    'delivery.attempted': 'attempts deliveries',
    'delivery.requeued': 'run runs deliveries',
    'deliveries.requeued': 'run runs deliveries',
    'batch.progress': 'batches',
    'a later one': 'runs',
  });
});

/** A page whose clock stands still until a second passes, and a service whose state changes with an event each. */
function openPage() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => queryClient.clear());
  const rests: Array<() => void> = [];
  const refetch = createRefetcher(queryClient, () => new Promise((resolve) => rests.push(resolve)));
  const service = { state: 0 };
  return {
    queryClient,
    queryKey: ['runs', 'p1'],
    service,
    change: () => {
      service.state += 1;
      refetch((query) => isChangedBy(event, query));
      return everythingElse();
    },
    passSecond: () => {
      for (const end of rests.splice(0)) end();
      return everythingElse();
    },
  };
}

const event = { type: 'run.progress', data: { id: 'r1', projectId: 'p1', at: '' } };

/** All that does not wait for time to pass. */
function everythingElse(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
