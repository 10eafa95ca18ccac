import { QueryCache, QueryClient } from '@tanstack/react-query';
import { GantryError } from '../../src/client/index.ts';
import { isSignedOut } from './client.ts';
import { sessionQuery } from './session.ts';

/** The event stream keeps what is shown up to date, so nothing is fetched again by time or by focus. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSignedOut(error) && query.queryKey[0] !== sessionQuery.queryKey[0]) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        // The client itself has repeated what can be repeated.
        retry: false,
        throwOnError: false,
      },
      mutations: {
        retry: false,
        onError: (error) => {
          if (error instanceof GantryError && error.status === 401) onSignedOut();
        },
      },
    },
  });
}
