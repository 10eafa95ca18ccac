import type { Query, QueryClient } from '@tanstack/react-query';
import type { GantryEvent, Run, RunSummary } from '../../src/client/index.ts';
import { createBatchFollower } from '../builds/follow-batches.ts';
import { type RunFilter, type RunPages, withRun } from '../runs/run-list.ts';
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

/** A run that has ended stays as it is, and what events do not tell of was loaded a moment ago. */
function mayHaveChanged({ queryKey, state }: Query): boolean {
  const [noun] = queryKey;
  if (noun === 'run') return (state.data as Run | undefined)?.completedAt == null;
  return typeof noun === 'string' && told.includes(noun);
}

/** Nouns of what events tell of. */
const told = ['runs', 'statistics', 'batches', 'project-deliveries'];

/** Writes what an event says into what is shown. An event costs one request at most, most cost none. */
function createApplier(queryClient: QueryClient, projectId: string): (event: GantryEvent) => void {
  const refetch = coalescing((queryKey: readonly unknown[]) =>
    queryClient.invalidateQueries({ queryKey }, { cancelRefetch: true }),
  );
  const followBatches = createBatchFollower(queryClient, projectId);
  return (event) => {
    const { type, data } = event;
    followBatches(event);
    if (!type.startsWith('run.')) return;
    if (data.run !== undefined) showInLists(queryClient, projectId, data.run);
    if (isShown(queryClient, ['run', data.id])) refetch(['run', data.id]);
    else if (changesDeliveries(type, data.run) && isShown(queryClient, ['project-deliveries', projectId]))
      refetch(['project-deliveries', projectId]);
    else if (endings.has(type) && isShown(queryClient, ['statistics', projectId]))
      refetch(['statistics', projectId]);
  };
}

const endings = new Set(['run.completed', 'run.failed', 'run.cancelled']);

/** A result is to be delivered from the end of its run on, unless nobody wants it. */
function changesDeliveries(type: string, run: RunSummary | undefined): boolean {
  const isOnItsWay = endings.has(type) && run?.webhookStatus !== null;
  return isOnItsWay || type === 'run.delivered' || type === 'run.undelivered';
}

function showInLists(queryClient: QueryClient, projectId: string, run: RunSummary): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['runs', projectId] })) {
    const filter = query.queryKey[2] as RunFilter;
    queryClient.setQueryData<RunPages>(query.queryKey, (pages) => pages && withRun(pages, filter, run));
  }
}

function isShown(queryClient: QueryClient, queryKey: readonly unknown[]): boolean {
  return queryClient.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0;
}
