import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerTo, ProjectSettings } from '../../src/client/index.ts';
import { formatDuration } from '../parts/format.ts';
import { Refused } from '../parts/refused.tsx';
import { submitting } from '../parts/submitting.ts';
import { client } from '../service/client.ts';
import { useProjectChange } from './project-query.ts';
import { SaveButton } from './save-button.tsx';
import { SettingCard } from './setting-card.tsx';
import { SigningSecret } from './signing-secret.tsx';

export function WebhookSection({ project }: { project: ProjectSettings }) {
  const change = useProjectChange(project.id);
  const [url, setUrl] = useState(project.webhookUrl ?? '');
  const isChanged = url !== (project.webhookUrl ?? '');

  return (
    <>
      <SettingCard
        title="Default webhook"
        description="Receives the results of all runs that name no other address. Without one, results are delivered only where a run asks for it."
      >
        <form onSubmit={submitting(() => change.mutate({ webhookUrl: url === '' ? null : url }))}>
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

/** Sends a sample result to the address in the field, also before it is saved. */
function WebhookTest({ projectId, url }: { projectId: string; url: string }) {
  const test = useMutation({
    mutationFn: (to: string) => client.call('testWebhook', { path: { projectId }, body: { url: to } }),
  });
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          variant="default"
          disabled={url === ''}
          loading={test.isPending}
          onClick={() => test.mutate(url)}
        >
          Send a test
        </Button>
        <Text size="sm" c="dimmed" flex={1} miw={200}>
          {url === ''
            ? 'Enter an address to test it.'
            : 'Sends one signed sample result to this address. Nothing is stored, and it is not repeated.'}
        </Text>
      </Group>
      <Refused error={test.error} />
      {test.isSuccess && <TestAnswer test={test.data} url={test.variables} />}
    </Stack>
  );
}

function TestAnswer({ test, url }: { test: AnswerTo<'testWebhook'>; url: string }) {
  const { status, durationMs, error, answer } = test;
  return (
    <Alert
      role="status"
      variant="light"
      color={error === null ? 'green' : 'red'}
      title={error === null ? 'The receiver took the test' : 'The receiver did not take the test'}
    >
      <Stack gap="xs">
        <Text size="sm">
          {status === null ? 'No answer' : `HTTP ${status}`} from {url} after {formatDuration(durationMs)}
        </Text>
        {error !== null && <Text size="sm">{error}</Text>}
        {answer !== null && answer !== '' && (
          <Code block mah={160} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
            {answer}
          </Code>
        )}
      </Stack>
    </Alert>
  );
}
