import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MobileApp } from '../../src/client/index.ts';
import { countOf } from '../parts/format.ts';
import { Refused } from '../parts/refused.tsx';
import { client } from '../service/client.ts';
import { appUsageQuery } from './app-query.ts';
import { nameOf } from './app-words.ts';

interface Props {
  projectId: string;
  /** Null while nothing is about to be deleted. */
  app: MobileApp | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what is lost and who uses it, then deletes. */
export function DeleteApp({ projectId, app, onClose, onDeleted }: Props) {
  return (
    <Modal opened={app !== null} onClose={onClose} title="Delete this app?" centered>
      {app !== null && (
        <Confirmation projectId={projectId} app={app} onClose={onClose} onDeleted={onDeleted} />
      )}
    </Modal>
  );
}

function Confirmation({
  projectId,
  app,
  onClose,
  onDeleted,
}: Omit<Props, 'app' | 'onDeleted'> & { app: MobileApp; onDeleted: (() => void) | undefined }) {
  const queryClient = useQueryClient();
  const usage = useQuery(appUsageQuery(projectId, app.id));
  const remove = useMutation({
    mutationFn: () => client.call('deleteApp', { path: { projectId, appId: app.id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['apps', projectId] });
      onClose();
      onDeleted?.();
    },
  });
  return (
    <Stack>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <b>{nameOf(app)}</b> leaves every list at once, and no new run can use it. This can't be undone.
      </Text>
      <Text mih={50}>{usage.data === undefined ? '' : consequenceOf(usage.data.runs)}</Text>
      {app.bundleId !== null && (
        <Text size="sm" c="dimmed">
          Runs that name the app by {app.bundleId} take the newest upload that is left.
        </Text>
      )}
      <Refused error={remove.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete it
        </Button>
      </Group>
    </Stack>
  );
}

function consequenceOf({ total, unfinished }: { total: number; unfinished: number }): string {
  if (total === 0) return 'No run has used it.';
  const used = `${countOf(total, 'run')} used it.`;
  return unfinished === 0
    ? `${used} Their results stay.`
    : `${used} ${countOf(unfinished, 'run')} of them ${unfinished === 1 ? 'is' : 'are'} unfinished and will still finish with it.`;
}
