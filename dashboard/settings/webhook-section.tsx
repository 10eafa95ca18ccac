import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ProjectSettings } from '../../src/client/index.ts';
import { Refused } from '../parts/refused.tsx';
import { useProjectChange } from './project-query.ts';
import { SaveButton } from './save-button.tsx';
import { SettingCard } from './setting-card.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { WebhookTest } from './webhook-test.tsx';

export function WebhookSection({ project }: { project: ProjectSettings }) {
  const change = useProjectChange(project.id);
  const [url, setUrl] = useState(project.webhookUrl ?? '');
  const isChanged = url !== (project.webhookUrl ?? '');

  function save(event: FormEvent) {
    event.preventDefault();
    change.mutate({ webhookUrl: url === '' ? null : url });
  }

  return (
    <>
      <SettingCard
        title="Default webhook"
        description="Receives the results of all runs that name no other address. Without one, results are delivered only where a run asks for it."
      >
        <form onSubmit={save}>
          <Stack gap="sm">
            <TextInput
              label="Webhook URL"
              placeholder="https://ci.example.com/gantry"
              inputMode="url"
              value={url}
              onChange={({ currentTarget }) => setUrl(currentTarget.value.trim())}
            />
            <Refused error={change.error} />
            <SaveButton isChanged={isChanged} isPending={change.isPending} isSaved={change.isSuccess} />
          </Stack>
        </form>
        <WebhookTest projectId={project.id} url={url} />
      </SettingCard>
      <SigningSecret project={project} />
    </>
  );
}
