import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Environment } from '../../src/client/index.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { LoadState } from '../parts/states.tsx';
import { client } from '../service/client.ts';
import { environmentsQuery } from '../service/environments.ts';
import { EnvironmentForm } from './environment-form.tsx';
import { SettingCard } from './setting-card.tsx';
import { SettingRow, SettingRows } from './setting-rows.tsx';

/** Which dialog is open, and on what. */
type Dialog =
  | { does: 'save'; environment: Environment | null }
  | { does: 'delete'; environment: Environment };

export function EnvironmentsSection({ projectId }: { projectId: string }) {
  const queryClient = useQueryClient();
  const query = useQuery(environmentsQuery(projectId));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const remove = useMutation({
    mutationFn: ({ id: environmentId }: Environment) =>
      client.call('deleteEnvironment', { path: { projectId, environmentId } }),
    onSuccess: (_answer, { id }) => {
      queryClient.setQueryData(environmentsQuery(projectId).queryKey, (environments) =>
        environments?.filter((other) => other.id !== id),
      );
      close();
    },
  });
  return (
    <SettingCard
      title="Environments"
      description="The addresses that the project is tested on, by name. Runs and groups are started on one of them, and a group webhook may name any address on their hosts."
    >
      <Group>
        <Button onClick={() => setDialog({ does: 'save', environment: null })}>New environment</Button>
      </Group>
      <LoadState query={query} rows={3} />
      {query.isSuccess && query.data.length === 0 && (
        <Text>No environments yet. Add one for each place that the same tests run on, such as Staging.</Text>
      )}
      {query.isSuccess && query.data.length > 0 && (
        <SettingRows>
          {query.data.map((environment) => (
            <SettingRow
              key={environment.id}
              name={environment.name}
              onChange={() => setDialog({ does: 'save', environment })}
              onDelete={() => {
                remove.reset();
                setDialog({ does: 'delete', environment });
              }}
            >
              <Text fw={500}>{environment.name}</Text>
              <Text size="sm" c="dimmed">
                {environment.url}
              </Text>
            </SettingRow>
          ))}
        </SettingRows>
      )}
      {dialog?.does === 'save' && (
        <EnvironmentForm projectId={projectId} environment={dialog.environment} onClose={close} />
      )}
      {dialog?.does === 'delete' && (
        <ConfirmModal
          cancel="Cancel"
          title={`Delete the environment ${dialog.environment.name}?`}
          confirm="Delete the environment"
          isOpen
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(dialog.environment)}
          onClose={close}
        >
          <Text>Pipelines that name it fail from then on. Runs that were started on it stay.</Text>
        </ConfirmModal>
      )}
    </SettingCard>
  );
}
