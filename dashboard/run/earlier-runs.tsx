import { Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Run } from '../../src/client/index.ts';
import { formatDateTime, formatDuration } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { outcomeOf } from '../parts/outcome.ts';
import { OutcomeBadge } from '../parts/outcome-badge.tsx';
import { runsQuery } from '../runs/runs-query.ts';

const shown = 10;

export function EarlierRuns({ run }: { run: Run }) {
  return run.testId === null ? null : <RunsOfTest run={run} testId={run.testId} />;
}

function RunsOfTest({ run, testId }: { run: Run; testId: string }) {
  const { projectId } = run;
  const query = useInfiniteQuery(runsQuery(projectId, { testId }, shown));
  const runs = query.data?.pages[0]?.runs.filter(({ id }) => id !== run.id) ?? [];
  if (runs.length === 0) return null;
  return (
    <Stack component="section" aria-label="Other runs of this test" gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Other runs of this test
        </Title>
        <TextLink to="/projects/$projectId/runs" params={{ projectId }} search={{ testId }} size="sm">
          Show all runs of this test
        </TextLink>
      </Group>
      <CompareWithLastPassed run={run} testId={testId} />
      {runs.slice(0, shown).map((other) => (
        <Group key={other.id} gap="sm">
          <OutcomeBadge outcome={outcomeOf(other)} size="sm" />
          <TextLink to="/projects/$projectId/runs/$runId" params={{ projectId, runId: other.id }}>
            {formatDateTime(other.createdAt)}
          </TextLink>
          <Text size="sm" c="dimmed">
            {formatDuration(other.durationMs)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function CompareWithLastPassed({ run, testId }: { run: Run; testId: string }) {
  const { projectId, id, createdAt } = run;
  const query = useInfiniteQuery(runsQuery(projectId, { testId, outcome: 'passed', to: createdAt }, 1));
  const passed = query.data?.pages[0]?.runs[0];
  if (passed === undefined) return null;
  return (
    <TextLink
      to="/projects/$projectId/compare"
      params={{ projectId }}
      search={{ left: passed.id, right: id }}
      size="sm"
    >
      Compare with the last passed run of this test
    </TextLink>
  );
}
