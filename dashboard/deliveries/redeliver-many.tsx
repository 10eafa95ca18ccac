import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '../parts/format.ts';
import { Refused } from '../parts/refused.tsx';
import { FailedState } from '../parts/states.tsx';
import { submitting } from '../parts/submitting.ts';
import { client } from '../service/client.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';

interface Props {
  projectId: string;
  search: DeliveriesSearch;
  onClose: () => void;
}

const dayMs = 86_400_000;

/** Sends every failed result since a time again, after its receiver was down; says before how many these are. */
export function RedeliverMany({ projectId, search: { receiver, from }, onClose }: Props) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(() => toLocalInput(from ?? new Date(Date.now() - dayMs).toISOString()));
  const since = fromLocalInput(text);
  const failed = { projectId, from: since ?? '', receiver };
  const counted = useQuery({
    queryKey: ['failed-deliveries', failed],
    queryFn: ({ signal }) => countFailed(failed, signal),
    enabled: since !== undefined,
    staleTime: 0,
  });
  const redeliver = useMutation({
    mutationFn: () => redeliverFailed(failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project-deliveries', projectId] }),
  });

  return (
    <Modal opened onClose={onClose} title="Redeliver all failed results">
      {redeliver.isSuccess ? (
        <Stack>
          <Text role="status">{countOf(redeliver.data, 'result')} will be delivered again.</Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submitting(() => redeliver.mutate())}>
          <Stack>
            <TextInput
              label="Of runs that ended since"
              type="datetime-local"
              max="9999-12-31T23:59"
              required
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Text size="sm">
              {receiver === undefined ? 'To every receiver.' : `Only those to ${receiver}.`} Each is sent with
              the same id and the same content as before, so a receiver can tell what it has already seen.
            </Text>
            {counted.isError && <FailedState error={counted.error} retry={() => void counted.refetch()} />}
            {counted.data?.count === 0 && <Text role="status">No result has failed since then.</Text>}
            <Refused error={redeliver.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                type="submit"
                disabled={counted.data === undefined || counted.data.count === 0}
                loading={redeliver.isPending}
              >
                {counted.data === undefined ? 'Redeliver' : actionOf(counted.data)}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function actionOf({ count, isWhole }: { count: number; isWhole: boolean }): string {
  return isWhole ? `Redeliver ${countOf(count, 'result')}` : `Redeliver ${count} results and more`;
}

interface Failed {
  projectId: string;
  /** When their runs ended at the earliest. */
  from: string;
  receiver?: string | undefined;
}

/** Not more than one page is counted: beyond that, the exact number changes no decision. */
async function countFailed(
  { projectId, from, receiver }: Failed,
  signal: AbortSignal,
): Promise<{ count: number; isWhole: boolean }> {
  const { deliveries, nextCursor } = await client.call('listProjectDeliveries', {
    path: { projectId },
    query: { status: 'failed', from, receiver, limit: 200 },
    signal,
  });
  return { count: deliveries.length, isWhole: nextCursor === null };
}

/** A call takes a bounded number; what fails meanwhile, or once more, is left for another time. */
async function redeliverFailed({ projectId, from, receiver }: Failed): Promise<number> {
  const to = new Date().toISOString();
  let next: string | null = from;
  let total = 0;
  while (next !== null) {
    const before: string = next;
    const { count, nextFrom } = await client.call('redeliverMany', {
      path: { projectId },
      body: { from: before, to, status: 'failed', receiver },
    });
    total += count;
    next = count === 0 && nextFrom === before ? null : nextFrom;
  }
  return total;
}
