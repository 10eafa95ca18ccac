import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Environment } from '../../src/client/index.ts';
import { Refused } from '../parts/refused.tsx';
import { submitting } from '../parts/submitting.ts';
import { client } from '../service/client.ts';
import { environmentsQuery } from '../service/environments.ts';

interface Props {
  projectId: string;
  /** Null for a new one. */
  environment: Environment | null;
  onClose: () => void;
}

export function EnvironmentForm({ projectId, environment, onClose }: Props) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(environment?.name ?? '');
  const [url, setUrl] = useState(environment?.url ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), url };
      return environment === null
        ? client.call('createEnvironment', { path: { projectId }, body })
        : client.call('updateEnvironment', { path: { projectId, environmentId: environment.id }, body });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: environmentsQuery(projectId).queryKey });
      onClose();
    },
  });

  return (
    <Modal
      opened
      onClose={onClose}
      title={environment === null ? 'New environment' : `Change ${environment.name}`}
    >
      <form onSubmit={submitting(() => save.mutate())}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            description="Pipelines start runs by it"
            placeholder="Staging"
            value={name}
            required
            maxLength={200}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label="Address"
            description="What web runs test on it"
            placeholder="https://staging.example.com"
            value={url}
            required
            inputMode="url"
            autoComplete="off"
            onChange={({ currentTarget }) => setUrl(currentTarget.value.trim())}
          />
          <Refused error={save.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save the environment
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
