import { Code, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ProjectSettings } from '../../src/client/index.ts';
import { Refused } from '../parts/refused.tsx';
import { submitting } from '../parts/submitting.ts';
import { useProjectChange } from './project-query.ts';
import { SaveButton } from './save-button.tsx';
import { SettingCard } from './setting-card.tsx';

export function ProjectSection({ project }: { project: ProjectSettings }) {
  const change = useProjectChange(project.id);
  const [name, setName] = useState(project.name);
  const [targetUrl, setTargetUrl] = useState(project.targetUrl ?? '');
  const [concurrency, setConcurrency] = useState(String(project.concurrency));
  const changes = {
    ...(name !== project.name && { name }),
    ...(targetUrl !== (project.targetUrl ?? '') && { targetUrl: targetUrl === '' ? null : targetUrl }),
    ...(concurrency !== String(project.concurrency) && { concurrency: Number(concurrency) }),
  };

  return (
    <SettingCard title="Project">
      <form onSubmit={submitting(() => change.mutate(changes))}>
        <Stack gap="sm" align="stretch">
          <TextInput
            label="Name"
            value={name}
            maxLength={200}
            required
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label="Target URL"
            description="What web runs test when they name no other address"
            placeholder="https://staging.example.com"
            value={targetUrl}
            inputMode="url"
            onChange={({ currentTarget }) => setTargetUrl(currentTarget.value.trim())}
          />
          <TextInput
            label="Concurrency"
            description="How many runs of the project are executed at once, 1 to 1,000"
            type="number"
            min={1}
            max={1_000}
            step={1}
            required
            maw={200}
            value={concurrency}
            onChange={({ currentTarget }) => setConcurrency(currentTarget.value)}
          />
          <Refused error={change.error} />
          <SaveButton
            isChanged={Object.keys(changes).length > 0}
            isPending={change.isPending}
            isSaved={change.isSuccess}
          />
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        Calls of the API name this project as <Code>{project.id}</Code>.
      </Text>
    </SettingCard>
  );
}
