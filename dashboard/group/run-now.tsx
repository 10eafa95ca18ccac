import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Group, GroupTest } from '../../src/client/index.ts';
import { enabledTests, needsOf } from '../run-now/needs.ts';
import { RunForm, RunNowSection } from '../run-now/run-form.tsx';
import { client } from '../service/client.ts';

export function RunNow({ group: { id, projectId }, tests }: { group: Group; tests: GroupTest[] }) {
  const [commitSha, setCommitSha] = useState('');
  const navigate = useNavigate();
  const running = enabledTests(tests);
  if (running.length === 0)
    return (
      <RunNowSection>
        <Text c="dimmed">Nothing would run: the group has no test that is enabled.</Text>
      </RunNowSection>
    );
  return (
    <RunNowSection>
      <RunForm
        projectId={projectId}
        noun="group"
        needs={needsOf(running)}
        start={async (on) => {
          const body = { ...on, ...(commitSha !== '' && { commitSha }) };
          const { batchId } = await client.call('triggerGroup', { path: { id }, body });
          await navigate({ to: '/projects/$projectId/runs', params: { projectId }, search: { batchId } });
        }}
      >
        <TextInput
          label="Commit"
          placeholder="Shown with the results"
          maxLength={200}
          value={commitSha}
          onChange={({ currentTarget }) => setCommitSha(currentTarget.value.trim())}
        />
      </RunForm>
    </RunNowSection>
  );
}
