import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailedState, LoadingState } from '../parts/states.tsx';
import { useTitle } from '../parts/use-title.ts';
import { client } from '../service/client.ts';
import { Queue } from './queue.tsx';
import { Workers } from './workers.tsx';

const everyMs = 3_000;

/** What each worker does now, and what waits for them. */
export function WorkersPage() {
  useTitle('Workers');
  const query = useQuery({
    queryKey: ['workers'],
    queryFn: ({ signal }) => client.call('listWorkers', { signal }),
    // No event tells of workers. A page in the background asks for nothing.
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
  return (
    <Stack>
      <Title order={1} size="h2">
        Workers
      </Title>
      {query.isPending && <LoadingState rows={6} height={60} />}
      {query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.data !== undefined && (
        <>
          <Queue queue={query.data.queue} />
          <Workers workers={query.data.workers} />
        </>
      )}
    </Stack>
  );
}
