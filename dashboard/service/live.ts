import type { Query, QueryClient } from '@tanstack/react-query';
import type { GantryEvent, Run } from '../../src/client/index.ts';
import { createBatchFollower } from '../builds/follow-batches.ts';
import { createDeliveryFollower, deliveryEndings } from '../deliveries/follow-deliveries.ts';
import { type RunFilter, type RunPages, withRequeuedResults, withRun } from '../runs/run-list.ts';
import { client, isSignedOut } from './client.ts';
import { coalescing } from './coalescing.ts';
import { setLiveState } from './live-state.ts';
import { sessionQuery } from './session.ts';

const reconnectMs = 2_000;

/** Keeps what is shown of a project up to date until the answered function is called. */
export function followProject(queryClient: QueryClient, projectId: string): () => void {
  const leaving = new AbortController();
  void follow(queryClient, projectId, leaving.signal);
  return () => leaving.abort();
}

async function follow(queryClient: QueryClient, projectId: string, signal: AbortSignal): Promise<void> {
  const apply = createApplier(queryClient, projectId);
  let wasOpen = false;
  while (!signal.aborted) {
    setLiveState('connecting');
    try {
      const events = client.events({
        projectId,
        signal,
        onOpen: () => {
          setLiveState('live');
          // What happened before the stream was open, or since it broke off, came to nobody.
          void queryClient.invalidateQueries(wasOpen ? {} : { predicate: mayHaveChanged });
          wasOpen = true;
        },
      });
      for await (const event of events) apply(event);
    } catch (error) {
      if (isSignedOut(error)) await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectMs));
  }
}

/** A run whose result was delivered stays as it is, and data that no event changes was loaded a moment ago. */
function mayHaveChanged({ queryKey, state }: Query): boolean {
  const [noun] = queryKey;
  if (noun === 'run') return !isSettled(state.data as Run | undefined);
  return typeof noun === 'string' && changedByEvents.includes(noun);
}

function isSettled(run: Run | undefined): boolean {
  return run !== undefined && run.completedAt !== null && run.webhookStatus !== 'pending';
}

/** First members of the query keys that events can change. */
const changedByEvents = ['runs', 'statistics', 'batches', 'project-deliveries', 'deliveries'];

/** Writes what an event says into what is shown. An event costs one request at most, most cost none. */
function createApplier(queryClient: QueryClient, projectId: string): (event: GantryEvent) => void {
  const refetch = coalescing((queryKey: readonly unknown[]) =>
    queryClient.invalidateQueries({ queryKey }, { cancelRefetch: true }),
  );
  const followBatches = createBatchFollower(queryClient, projectId);
  const followDeliveries = createDeliveryFollower(queryClient, projectId);
  return (event) => {
    const { type, data } = event;
    followBatches(event);
    followDeliveries(event);
    showInLists(queryClient, projectId, data);
    if (!type.startsWith('run.') || deliveryEndings.has(type)) return;
    if (isShown(queryClient, ['run', data.id])) refetch(['run', data.id]);
    else if (endings.has(type) && isShown(queryClient, ['statistics', projectId]))
      refetch(['statistics', projectId]);
  };
}

const endings = new Set(['run.completed', 'run.failed', 'run.cancelled']);

function showInLists(
  queryClient: QueryClient,
  projectId: string,
  { run, runIds }: GantryEvent['data'],
): void {
  if (run === undefined && runIds === undefined) return;
  const requeued = new Set(runIds);
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['runs', projectId] })) {
    const filter = query.queryKey[2] as RunFilter;
    queryClient.setQueryData<RunPages>(query.queryKey, (pages) => {
      if (pages === undefined) return undefined;
      return run === undefined ? withRequeuedResults(pages, requeued) : withRun(pages, filter, run);
    });
  }
}

function isShown(queryClient: QueryClient, queryKey: readonly unknown[]): boolean {
  return queryClient.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0;
}
