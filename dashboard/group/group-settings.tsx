import { Button, Group as Row, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Group } from '../../src/client/index.ts';
import { type GroupDraft, GroupFields } from '../groups/group-fields.tsx';
import { groupQuery, groupsQuery } from '../groups/groups-query.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { Refused } from '../parts/refused.tsx';
import { Section } from '../parts/section.tsx';
import { submitting } from '../parts/submitting.ts';
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
  return (
    <Section title="Settings" label="Settings of the group">
      <form onSubmit={submitting(() => save.mutate())}>
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
      <Refused error={save.error} title="The group was not saved" />
    </Section>
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
