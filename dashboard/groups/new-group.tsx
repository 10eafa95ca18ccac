import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Refused } from '../parts/refused.tsx';
import { submitting } from '../parts/submitting.ts';
import { client } from '../service/client.ts';
import { type GroupDraft, GroupFields } from './group-fields.tsx';
import { groupQuery, groupsQuery } from './groups-query.ts';

export function NewGroup({ projectId }: { projectId: string }) {
  const [draft, setDraft] = useState<GroupDraft>({ name: '', runMode: 'concurrent' });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => client.call('createGroup', { body: { projectId, ...draft } }),
    onSuccess: async ({ group }) => {
      queryClient.setQueryData(groupQuery(projectId, group.id).queryKey, group);
      await navigate({
        to: '/projects/$projectId/groups/$groupId',
        params: { projectId, groupId: group.id },
      });
      await queryClient.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey });
    },
  });
  return (
    <form onSubmit={submitting(() => create.mutate())} aria-label="New group">
      <Stack gap="xs">
        <Group align="flex-end" gap="sm">
          <GroupFields nameLabel="Name of a new group" draft={draft} onChange={setDraft} />
          <Button type="submit" loading={create.isPending}>
            Create the group
          </Button>
        </Group>
        <Refused error={create.error} title="The group was not created" />
      </Stack>
    </form>
  );
}
