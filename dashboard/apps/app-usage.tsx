import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnswerTo, MobileApp } from '../../src/client/index.ts';
import { countOf } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { LoadState } from '../parts/states.tsx';
import { Ago } from '../parts/time.tsx';
import { appUsageQuery } from './app-query.ts';

/** Which runs, tests and batches use the app. */
export function AppUsage({ projectId, app }: { projectId: string; app: MobileApp }) {
  const query = useQuery(appUsageQuery(projectId, app.id));
  return (
    <Card withBorder component="section" aria-label="Who uses it" mih={300}>
      <Title order={2} size="h5" mb="xs">
        Who uses it
      </Title>
      <LoadState query={query} rows={5} height={28} />
      {query.isSuccess && <Usage projectId={projectId} appId={app.id} usage={query.data} />}
    </Card>
  );
}

interface UsageProps {
  projectId: string;
  appId: string;
  usage: AnswerTo<'getAppUsage'>;
}

function Usage({ projectId, appId, usage: { runs, tests, batches } }: UsageProps) {
  if (runs.total === 0)
    return <Text c="dimmed">No run yet. A run on a phone names the app by its id or its bundle id.</Text>;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <TextLink to="/projects/$projectId/runs" params={{ projectId }} search={{ appId }}>
          {countOf(runs.total, 'run')}
        </TextLink>
        <Text c="dimmed">
          {runs.unfinished.toLocaleString()} unfinished
          {runs.lastAt !== null && (
            <>
              , the last <Ago at={runs.lastAt} />
            </>
          )}
        </Text>
      </Group>
      <Users title="Tests">
        {tests.map(({ testId, title, lastRunAt }) => (
          <User key={testId} at={lastRunAt}>
            <TextLink to="/projects/$projectId/runs" params={{ projectId }} search={{ testId }} truncate>
              {title}
            </TextLink>
          </User>
        ))}
      </Users>
      <Users title="Batches">
        {batches.map(({ id, groupName, createdAt }) => (
          <User key={id} at={createdAt}>
            <TextLink to="/projects/$projectId/runs" params={{ projectId }} search={{ batchId: id }} truncate>
              {groupName}
            </TextLink>
          </User>
        ))}
      </Users>
    </Stack>
  );
}

function Users({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6">
        {title}
      </Title>
      <Stack gap={4}>{children}</Stack>
    </div>
  );
}

function User({ at, children }: { at: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      {children}
      <Text size="sm" c="dimmed" flex="none">
        <Ago at={at} />
      </Text>
    </Group>
  );
}
