import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Run } from '../../src/client/index.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { curlPost } from '../parts/curl.ts';
import { Refused } from '../parts/refused.tsx';
import { client } from '../service/client.ts';
import { runQuery } from './run-query.ts';

export function Actions({ run }: { run: Run }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const cancel = useMutation({
    mutationFn: () => client.call('cancelRun', { path: { id: run.id } }),
    onSuccess: (cancelled) => queryClient.setQueryData(runQuery(run.id).queryKey, cancelled),
  });
  const again = useMutation({
    mutationFn: () => client.call('rerunRun', { path: { id: run.id } }),
    onSuccess: ({ id }) =>
      navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId: run.projectId, runId: id } }),
  });
  const error = cancel.error ?? again.error;
  const isUnfinished = run.status === 'queued' || run.status === 'running';
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {isUnfinished && (
          <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        )}
        {!isUnfinished && (
          <Button size="xs" loading={again.isPending} onClick={() => again.mutate()}>
            Run again
          </Button>
        )}
        <CopyButton text={curlOf(run)} label="Copy as curl" />
      </Group>
      <Refused error={error} maw={420} />
    </Stack>
  );
}

/** The call that starts the same again. */
function curlOf(run: Run): string {
  return run.prompt === null
    ? curlPost(`runs/${run.id}/rerun`, {})
    : curlPost('runs', submissionOf(run, run.prompt));
}

function submissionOf({ projectId, targetUrl, webhookUrl, appId }: Run, prompt: string): object {
  return {
    projectId,
    prompt,
    ...(targetUrl !== null && { targetUrl }),
    ...(webhookUrl !== null && { webhookUrl }),
    ...(appId !== null && { mobile: { appId } }),
  };
}
