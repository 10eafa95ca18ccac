import { Button, Group, Modal, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Variable } from '../../src/client/index.ts';
import { Refused } from '../parts/refused.tsx';
import { submitting } from '../parts/submitting.ts';
import { client } from '../service/client.ts';
import { HostList } from './host-list.tsx';
import { variablesQuery } from './variables-query.ts';

interface Props {
  projectId: string;
  /** Null for a new one. */
  variable: Variable | null;
  onClose: () => void;
}

export function VariableForm({ projectId, variable, onClose }: Props) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(variable?.name ?? '');
  const [value, setValue] = useState(variable?.value ?? '');
  const [isSecret, setIsSecret] = useState(variable?.secret ?? false);
  const [hosts, setHosts] = useState(variable?.hosts ?? []);
  const set = useMutation({
    mutationFn: () =>
      client.call('setVariable', {
        path: { projectId, name },
        body: { value, secret: isSecret, hosts: isSecret && hosts.length > 0 ? hosts : null },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: variablesQuery(projectId).queryKey });
      onClose();
    },
  });

  const valueField = {
    label: 'Value',
    value,
    required: true,
    maxLength: 4_096,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setValue(currentTarget.value),
  };
  return (
    <Modal opened onClose={onClose} title={variable === null ? 'New variable' : `Change ${variable.name}`}>
      <form onSubmit={submitting(() => set.mutate())}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            description="Letters, digits, _, . and -"
            value={name}
            required
            maxLength={64}
            autoComplete="off"
            disabled={variable !== null}
            onChange={({ currentTarget }) => setName(currentTarget.value.trim())}
          />
          <NativeSelect
            label="Kind"
            data={[
              { value: 'plain', label: 'Plain text' },
              { value: 'secret', label: 'Secret' },
            ]}
            value={isSecret ? 'secret' : 'plain'}
            onChange={({ currentTarget }) => setIsSecret(currentTarget.value === 'secret')}
          />
          {isSecret ? (
            <PasswordInput
              {...valueField}
              {...(variable?.secret && {
                description: 'The value that it has can’t be shown; enter it again.',
              })}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the value' }}
            />
          ) : (
            <TextInput {...valueField} autoComplete="off" />
          )}
          {isSecret && (
            <div>
              <Text size="sm" fw={500}>
                Pages that it is filled in on
              </Text>
              <HostList
                label="Host for the secret"
                hosts={hosts}
                whenEmpty="Those of every host that the run may go to."
                isPending={false}
                error={null}
                onChange={async (changed) => {
                  setHosts(changed);
                  return true;
                }}
              />
            </div>
          )}
          <Refused error={set.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={set.isPending}>
              Save the variable
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
