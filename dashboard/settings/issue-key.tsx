import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { Refused } from '../parts/refused.tsx';
import { submitting } from '../parts/submitting.ts';
import type { KeyScope } from './key-scope.ts';

export function IssueKey({
  scope,
  label,
  issueLabel,
}: {
  scope: KeyScope;
  label: string;
  issueLabel: string;
}) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const issue = useMutation({
    mutationFn: () => scope.issue(name.trim() === '' ? null : name.trim()),
    // The key itself must not outlive the page that shows it.
    gcTime: 0,
    onSuccess: () => {
      setName('');
      return queryClient.invalidateQueries({ queryKey: scope.queryKey });
    },
  });

  return (
    <Stack gap="xs">
      <form onSubmit={submitting(() => issue.mutate())}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={label}
            placeholder="CI"
            flex={1}
            miw={200}
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={issue.isPending}>
            {issueLabel}
          </Button>
        </Group>
      </form>
      <Refused error={issue.error} />
      {issue.isSuccess && <IssuedKey issued={issue.data.key.key} onClose={issue.reset} />}
    </Stack>
  );
}

function IssuedKey({ issued, onClose }: { issued: string; onClose: () => void }) {
  return (
    <Alert color="green" variant="light" title="Copy the key now: it is shown only once" role="status">
      <Stack gap="xs" align="flex-start">
        <Code aria-label="The new key">{issued}</Code>
        <Text size="sm">
          The service stores only a hash of it. If it is lost, revoke it and issue another.
        </Text>
        <Group gap="xs">
          <CopyButton text={issued} label="Copy the key" />
          <Button variant="default" size="xs" onClick={onClose}>
            I have it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
