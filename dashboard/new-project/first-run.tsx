import { Button, Card, Code, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '../../src/client/index.ts';
import { Command } from '../parts/command.tsx';
import { curlPost } from '../parts/curl.ts';
import { TextLink } from '../parts/links.tsx';
import { Refused } from '../parts/refused.tsx';
import { LoadState } from '../parts/states.tsx';
import { client } from '../service/client.ts';
import { projectQuery } from '../settings/project-query.ts';
import { Readings, useReadings } from './readings.tsx';

export function FirstRun({ projectId }: { projectId: string }) {
  const query = useQuery(projectQuery(projectId));
  if (!query.isSuccess) return <LoadState query={query} rows={4} height={60} />;
  return <FirstRunForm project={query.data} />;
}

type Site = Pick<Project, 'id' | 'name' | 'targetUrl'>;

function FirstRunForm({ project: { id: projectId, name, targetUrl } }: { project: Site }) {
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState(() => firstSentences(targetUrl));
  const readings = useReadings(projectId, prompt);
  const submission = { projectId, ...(targetUrl !== null && { targetUrl }), prompt };
  const run = useMutation({
    mutationFn: () => client.call('submitRun', { body: submission }),
    onSuccess: ({ id }) =>
      navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId: id } }),
  });
  const isUnderstood = readings.data?.every(({ understood }) => understood) ?? true;
  return (
    <>
      <Text>
        The project <b>{name}</b> is there. Its first run opens{' '}
        {targetUrl === null ? 'the site' : <Code>{targetUrl}</Code>} and carries out the sentences below.
      </Text>
      <Card withBorder component="section" aria-label="The first run">
        <Stack>
          <Title order={2} size="h4">
            The first run
          </Title>
          <Textarea
            label="Sentences"
            description={`One a line. Add what your page has, such as: The page shows "Sign in".`}
            rows={6}
            value={prompt}
            onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
          />
          <Readings query={readings} />
          <Refused error={run.error} />
          <Group>
            <Button
              loading={run.isPending}
              disabled={prompt.trim() === '' || !isUnderstood}
              onClick={() => run.mutate()}
            >
              Run it
            </Button>
            <TextLink to="/projects/$projectId" params={{ projectId }}>
              Go to the project
            </TextLink>
          </Group>
        </Stack>
      </Card>
      <Card withBorder component="section" aria-label="The same from a shell">
        <Stack gap="xs">
          <Title order={2} size="h4">
            The same from a shell
          </Title>
          <Text size="sm">
            <Code>GANTRY_API_KEY</Code> holds the key of the project or an admin key.
          </Text>
          <Command text={curlPost('runs', submission)} />
        </Stack>
      </Card>
    </>
  );
}

/** Sentences that hold on most sites, so that the first run is green; the reader adds what is special to theirs. */
function firstSentences(targetUrl: string | null): string {
  return [
    ...(targetUrl === null ? [] : [`The address contains "${new URL(targetUrl).hostname}".`]),
    'Nothing on the page says "Internal Server Error".',
    'Take a screenshot of the page.',
  ].join('\n');
}
