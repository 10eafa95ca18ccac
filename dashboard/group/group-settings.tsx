import { Alert, Button, Group as Row, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Group } from '../../src/client/index.ts';
import { type GroupDraft, GroupFields } from '../groups/group-fields.tsx';
import { groupQuery, groupsQuery } from '../groups/groups-query.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { client } from '../service/client.ts';

export function GroupSettings({ group }: { group: Group }) {
  const { id, projectId } = group;
  const [draft, setDraft] = useState<GroupDraft>({ name: group.name, runMode: group.runMode });
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => client.call('updateGroup', { path: { id }, body: draft }),
    onSuccess: async ({ group: stored }) => {
      queryClient.setQueryData(groupQuery(projectId, id).queryKey, stored);
      await queryClient.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey });
    },
  });
  const isChanged = draft.name !== group.name || draft.runMode !== group.runMode;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Stack component="section" aria-label="Settings of the group" gap="xs">
      <Title order={2} size="h4">
        Settings
      </Title>
      <form onSubmit={submit}>
        <Row align="flex-end" gap="sm">
          <GroupFields nameLabel="Name" draft={draft} onChange={setDraft} />
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            Save
          </Button>
          <DeleteGroup group={group} />
        </Row>
      </form>
      <Text size="sm" c="dimmed" role="status">
        {save.isSuccess && !isChanged ? 'Saved.' : ''}
      </Text>
      {save.isError && (
        <Alert color="red" title="The group was not saved" role="alert">
          {save.error.message}
        </Alert>
      )}
    </Stack>
  );
}

function DeleteGroup({ group: { id, projectId, name } }: { group: Group }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.call('deleteGroup', { path: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/projects/$projectId/groups', params: { projectId } });
      queryClient.removeQueries({ queryKey: groupQuery(projectId, id).queryKey });
      await queryClient.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey });
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete the group
      </Button>
      <ConfirmModal
        isOpen={isOpen}
        title={`Delete “${name}”?`}
        confirm="Delete"
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        Its webhook stops working, so pipelines that call it fail. Its tests stay, and so do its batches and
        their runs.
      </ConfirmModal>
    </>
  );
}
