import { Card, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TextLink } from '../parts/links.tsx';
import { outcomeOf } from '../parts/outcome.ts';
import { OutcomeBadge } from '../parts/outcome-badge.tsx';
import { LoadState } from '../parts/states.tsx';
import { Ago } from '../parts/time.tsx';
import { type RunFilter, runsQuery } from '../runs/runs-query.ts';

const shown = 8;

interface Props {
  projectId: string;
  title: string;
  filter: Pick<RunFilter, 'outcome'>;
  whenEmpty: string;
}

export function RecentRuns({ projectId, title, filter, whenEmpty }: Props) {
  const query = useInfiniteQuery(runsQuery(projectId, filter, shown));
  const runs = query.data?.pages[0]?.runs.slice(0, shown) ?? [];
  return (
    <Card withBorder mih={220}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <TextLink to="/projects/$projectId/runs" params={{ projectId }} search={filter} size="sm">
          Show all<VisuallyHidden> of: {title}</VisuallyHidden>
        </TextLink>
      </Group>
      <LoadState query={query} rows={4} height={28} />
      {query.isSuccess && runs.length === 0 && <Text c="dimmed">{whenEmpty}</Text>}
      <Stack gap={6}>
        {runs.map((run) => (
          <Group key={run.id} gap="xs" wrap="nowrap">
            <OutcomeBadge outcome={outcomeOf(run)} size="sm" />
            <TextLink
              to="/projects/$projectId/runs/$runId"
              params={{ projectId, runId: run.id }}
              truncate
              flex={1}
            >
              {run.title}
            </TextLink>
            <Text size="sm" c="dimmed" flex="none">
              <Ago at={run.completedAt ?? run.createdAt} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
