import { Badge, Card, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { AnswerTo } from '../../src/client/index.ts';
import { countOf } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { EmptyState } from '../parts/states.tsx';
import { Ago, Elapsed } from '../parts/time.tsx';

type Worker = AnswerTo<'listWorkers'>['workers'][number];

export function Workers({ workers }: { workers: Worker[] }) {
  if (workers.length === 0)
    return (
      <EmptyState title="No worker is running">
        Runs stay queued until one starts. <Code>gantry serve</Code> with the role <Code>all</Code> or{' '}
        <Code>worker</Code> is one.
      </EmptyState>
    );
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {workers.map((worker) => (
        <WorkerCard key={worker.id} worker={worker} />
      ))}
    </SimpleGrid>
  );
}

function WorkerCard({ worker }: { worker: Worker }) {
  const { name, platforms, slots, startedAt, busy, runs } = worker;
  return (
    <Card withBorder component="section" aria-label={`Worker ${name}`} mih={160}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h5">
            {name}
          </Title>
          <Badge variant="light" color={busy === 0 ? 'gray' : 'blue'}>
            {busy === 0 ? 'Idle' : `${busy} running`}
          </Badge>
        </Group>
        <Group gap="xs">
          {platforms.map((platform) => (
            <Badge key={platform} variant="default">
              {platformNames[platform]}
              {slots[platform] !== undefined && `: ${countOf(slots[platform], 'slot')}`}
            </Badge>
          ))}
          {platforms.length === 0 && (
            <Text c="dimmed">It executes no runs: it has no browser or device.</Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Started <Ago at={startedAt} />
        </Text>
        <RunsOf runs={runs} others={busy - runs.length} />
      </Stack>
    </Card>
  );
}

interface RunsProps {
  runs: Worker['runs'];
  /** How many more it executes that the key may not see. */
  others: number;
}

function RunsOf({ runs, others }: RunsProps) {
  return (
    <Stack gap={4}>
      {runs.map((run) => (
        <Group key={run.id} justify="space-between" wrap="nowrap" gap="xs">
          <TextLink
            to="/projects/$projectId/runs/$runId"
            params={{ projectId: run.projectId, runId: run.id }}
          >
            {run.title}
          </TextLink>
          <Text size="sm" c="dimmed" flex="none">
            {platformNames[run.platform]}, <Elapsed since={run.startedAt} />
          </Text>
        </Group>
      ))}
      {others > 0 && <Text c="dimmed">{countOf(others, 'run')} of other projects</Text>}
    </Stack>
  );
}
