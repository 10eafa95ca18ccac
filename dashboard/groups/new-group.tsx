import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CreateGroup } from '../../src/client/index.ts';
import { client } from '../service/client.ts';
import { groupQuery, groupsQuery } from './groups-query.ts';
import { runModeChoices } from './run-modes.ts';

export function NewGroup({ projectId }: { projectId: string }) {
  const [name, setName] = useState('');
  const [runMode, setRunMode] = useState<CreateGroup['runMode']>('concurrent');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => client.call('createGroup', { body: { projectId, name, runMode } }),
    onSuccess: async ({ group }) => {
      queryClient.setQueryData(groupQuery(projectId, group.id).queryKey, group);
      await navigate({
        to: '/projects/$projectId/groups/$groupId',
        params: { projectId, groupId: group.id },
      });
      await queryClient.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} aria-label="New group">
      <Stack gap="xs">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Name of a new group"
            required
            maxLength={200}
            flex="1 1 200px"
            maw={400}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label="Tests run"
            data={runModeChoices}
            value={runMode}
            onChange={({ currentTarget }) => setRunMode(currentTarget.value as CreateGroup['runMode'])}
          />
          <Button type="submit" loading={create.isPending}>
            Create the group
          </Button>
        </Group>
        {create.isError && (
          <Alert color="red" title="The group was not created" role="alert">
            {create.error.message}
          </Alert>
        )}
      </Stack>
    </form>
  );
}
