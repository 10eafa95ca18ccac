import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Variable } from '../../src/client/index.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { LoadState } from '../parts/states.tsx';
import { Ago } from '../parts/time.tsx';
import { client } from '../service/client.ts';
import { SettingCard } from './setting-card.tsx';
import { SettingRow, SettingRows } from './setting-rows.tsx';
import { VariableForm } from './variable-form.tsx';
import { variablesQuery } from './variables-query.ts';

/** Which dialog is open, and on what. */
type Dialog = { does: 'set'; variable: Variable | null } | { does: 'delete'; variable: Variable };

export function VariablesSection({ projectId }: { projectId: string }) {
  const queryClient = useQueryClient();
  const query = useQuery(variablesQuery(projectId));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const remove = useMutation({
    mutationFn: ({ name }: Variable) => client.call('deleteVariable', { path: { projectId, name } }),
    onSuccess: (_answer, { name }) => {
      queryClient.setQueryData(variablesQuery(projectId).queryKey, (variables) =>
        variables?.filter((other) => other.name !== name),
      );
      close();
    },
  });
  return (
    <SettingCard
      title="Variables"
      description={
        <>
          Steps write a variable as <Code>{'{{name}}'}</Code>. A secret is stored encrypted, is never shown
          again, and is covered in results, logs and screenshots.
        </>
      }
    >
      <Group>
        <Button onClick={() => setDialog({ does: 'set', variable: null })}>New variable</Button>
      </Group>
      <LoadState query={query} rows={3} />
      {query.isSuccess && query.data.length === 0 && (
        <Text>No variables yet. Set one for what differs between environments, or for a password.</Text>
      )}
      {query.isSuccess && query.data.length > 0 && (
        <SettingRows>
          {query.data.map((variable) => (
            <VariableRow
              key={variable.name}
              variable={variable}
              onChange={() => setDialog({ does: 'set', variable })}
              onDelete={() => {
                remove.reset();
                setDialog({ does: 'delete', variable });
              }}
            />
          ))}
        </SettingRows>
      )}
      {dialog?.does === 'set' && (
        <VariableForm projectId={projectId} variable={dialog.variable} onClose={close} />
      )}
      {dialog?.does === 'delete' && (
        <ConfirmModal
          cancel="Cancel"
          title={`Delete the variable ${dialog.variable.name}?`}
          confirm="Delete the variable"
          isOpen
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(dialog.variable)}
          onClose={close}
        >
          <Text>
            Runs whose steps use it are refused until it is set again.
            {dialog.variable.secret && ' Its value can’t be read back.'}
          </Text>
        </ConfirmModal>
      )}
    </SettingCard>
  );
}

interface RowProps {
  variable: Variable;
  onChange: () => void;
  onDelete: () => void;
}

function VariableRow({ variable, onChange, onDelete }: RowProps) {
  const { name, value, secret, hosts, updatedAt } = variable;
  return (
    <SettingRow name={name} onChange={onChange} onDelete={onDelete}>
      <Group gap="xs">
        <Code>{name}</Code>
        {secret && <Badge variant="light">Secret</Badge>}
      </Group>
      <Text size="sm">{value ?? '••••••••'}</Text>
      <Text size="sm" c="dimmed">
        {hosts !== null && `Only on ${hosts.join(', ')} · `}
        set <Ago at={updatedAt} />
      </Text>
    </SettingRow>
  );
}
