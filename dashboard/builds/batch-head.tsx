import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Batch } from '../../src/client/index.ts';
import { formatDateTime } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { OutcomeBadge } from '../parts/outcome-badge.tsx';
import { Ago } from '../parts/time.tsx';
import { client } from '../service/client.ts';
import { batchesQuery } from './batches-query.ts';
import { outcomeOfBatch, shortCommit } from './matrix.ts';

/** What a batch was run on, how it ended, and what can be done with it. */
export function BatchHead({ batch, appVersion }: { batch: Batch; appVersion: string | null }) {
  const { id, projectId, groupId, commitSha, createdAt } = batch;
  const queryClient = useQueryClient();
  const show = () => queryClient.invalidateQueries({ queryKey: batchesQuery(projectId, groupId).queryKey });
  const cancel = useMutation({
    mutationFn: () => client.call('cancelBatch', { path: { id } }),
    onSuccess: show,
  });
  const again = useMutation({
    mutationFn: () => client.call('rerunBatch', { path: { id } }),
    onSuccess: show,
  });
  const outcome = outcomeOfBatch(batch);
  const isUnfinished = batch.runs.some(({ status }) => status === 'queued' || status === 'running');
  const error = cancel.error ?? again.error;
  const started = formatDateTime(createdAt);
  return (
    <Stack gap={4} align="flex-start">
      <TextLink
        to="/projects/$projectId/runs"
        params={{ projectId }}
        search={{ batchId: id }}
        size="sm"
        title="Show the runs of this batch"
      >
        <Ago at={createdAt} />
      </TextLink>
      <OutcomeBadge outcome={outcome} size="sm" />
      {commitSha !== null && (
        <Text size="sm" ff="monospace" truncate maw={140} title={commitSha}>
          {shortCommit(commitSha)}
        </Text>
      )}
      {appVersion !== null && (
        <Text size="sm" truncate maw={140}>
          {appVersion}
        </Text>
      )}
      {isUnfinished ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={cancel.isPending}
          aria-label={`Cancel the batch of ${started}`}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          loading={again.isPending}
          aria-label={`Run again the batch of ${started}`}
          onClick={() => again.mutate()}
        >
          Run again
        </Button>
      )}
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {error.message}
        </Text>
      )}
    </Stack>
  );
}
