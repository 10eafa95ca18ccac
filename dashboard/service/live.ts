import type { Query, QueryClient } from '@tanstack/react-query';
import type { Run } from '../../src/client/index.ts';
import { client, isSignedOut } from './client.ts';
import { createRefetcher, isChangedBy, isChangedByAnyEvent } from './refetch-changed.ts';
import { sessionQuery } from './session.ts';
import { createStore } from './store.ts';

const reconnectMs = 2_000;

/** Whether changes reach the page as they happen. */
export const streamIsOpen = createStore(false);

/** Keeps what is shown of a project up to date until the answered function is called. */
export function followProject(queryClient: QueryClient, projectId: string): () => void {
  const leaving = new AbortController();
  void follow(queryClient, projectId, leaving.signal);
  return () => leaving.abort();
}

async function follow(queryClient: QueryClient, projectId: string, signal: AbortSignal): Promise<void> {
  const refetch = createRefetcher(queryClient);
  let wasOpen = false;
  while (!signal.aborted) {
    streamIsOpen.set(false);
    try {
      const events = client.events({
        projectId,
        signal,
        onOpen: () => {
          streamIsOpen.set(true);
          // Events from before the stream was open, or since it broke off, were missed.
          refetch(wasOpen ? () => true : mayHaveChanged);
          wasOpen = true;
        },
      });
      for await (const event of events) refetch((query) => isChangedBy(event, query));
    } catch (error) {
      if (isSignedOut(error)) await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectMs));
  }
}

/** A run whose result was delivered stays as it is, and data that no event changes was loaded a moment ago. */
function mayHaveChanged(query: Query): boolean {
  return (
    isChangedByAnyEvent(query) &&
    !(query.queryKey[0] === 'run' && isSettled(query.state.data as Run | undefined))
  );
}

function isSettled(run: Run | undefined): boolean {
  return run !== undefined && run.completedAt !== null && run.webhookStatus !== 'pending';
}
