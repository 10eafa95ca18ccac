import { Checkbox, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Run, titleOfRun } from '../../src/client/index.ts';
import { countOf, formatDuration } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { outcomeOf } from '../parts/outcome.ts';
import { OutcomeBadge } from '../parts/outcome-badge.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { Section } from '../parts/section.tsx';
import { EmptyState, FailedState, LoadingState } from '../parts/states.tsx';
import { Ago } from '../parts/time.tsx';
import { runQuery } from '../run/run-query.ts';
import { alignSteps, differencesOf } from './align-steps.ts';
import { StepPairRow } from './step-pair-row.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/compare');

export function ComparePage() {
  const { projectId } = route.useParams();
  const { left, right } = route.useSearch();
  return (
    <Stack gap="lg">
      <PageTitle>Compare two runs</PageTitle>
      {left === undefined || right === undefined ? (
        <EmptyState
          title="Two runs are needed"
          action={
            <TextLink to="/projects/$projectId/builds" params={{ projectId }}>
              Show the builds
            </TextLink>
          }
        >
          A failed test on the page of the builds leads here, with the last run of it that passed.
        </EmptyState>
      ) : (
        <Comparison leftId={left} rightId={right} />
      )}
    </Stack>
  );
}

function Comparison({ leftId, rightId }: { leftId: string; rightId: string }) {
  const left = useQuery(runQuery(leftId));
  const right = useQuery(runQuery(rightId));
  if (left.data !== undefined && right.data !== undefined)
    return <TwoRuns left={left.data} right={right.data} />;
  const failed = [left, right].find(({ isError }) => isError);
  return failed === undefined ? (
    <LoadingState rows={8} height={60} />
  ) : (
    <FailedState error={failed.error} retry={() => void failed.refetch()} />
  );
}

function TwoRuns({ left, right }: { left: Run; right: Run }) {
  const [isNarrowed, setIsNarrowed] = useState(false);
  const pairs = alignSteps(left.output.steps, right.output.steps).map((pair) => ({
    pair,
    differences: differencesOf(pair),
  }));
  const different = pairs.filter(({ differences }) => differences.length > 0);
  const shown = isNarrowed ? different : pairs;
  return (
    <>
      <SimpleGrid cols={2} spacing="md">
        <RunHead side="Left" run={left} other={right} />
        <RunHead side="Right" run={right} other={left} />
      </SimpleGrid>
      <Section title="Steps">
        <Group justify="space-between">
          <Text>
            {different.length === 0 ? 'No step differs.' : `${countOf(different.length, 'step')} differ.`}
          </Text>
          <Checkbox
            label="Only what differs"
            checked={isNarrowed}
            onChange={({ currentTarget }) => setIsNarrowed(currentTarget.checked)}
          />
        </Group>
        {shown.map(({ pair, differences }) => (
          <StepPairRow
            key={`${pair.left?.stepIndex} ${pair.right?.stepIndex}`}
            pair={pair}
            differences={differences}
          />
        ))}
      </Section>
    </>
  );
}

function RunHead({ side, run, other }: { side: string; run: Run; other: Run }) {
  const { projectId } = run;
  const issues = run.output.issues.filter(({ type }) => type === 'issue');
  return (
    <Stack component="section" aria-label={`${side} run`} gap={4} miw={0}>
      <Title order={2} size="h5">
        <TextLink to="/projects/$projectId/runs/$runId" params={{ projectId, runId: run.id }}>
          {titleOfRun(run)}
        </TextLink>
      </Title>
      <Group gap="xs">
        <OutcomeBadge outcome={outcomeOf({ status: run.status, result: run.output.result })} />
        <Text size="sm" c="dimmed">
          <Ago at={run.createdAt} />
        </Text>
      </Group>
      <Text size="sm">
        Took {formatDuration(run.durationMs)}
        {slower(run.durationMs, other.durationMs)}
      </Text>
      {run.targetUrl !== null && <Text size="sm">On {run.targetUrl}</Text>}
      {run.error !== null && <Text size="sm">{run.error.message}</Text>}
      {issues.map(({ name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: issues are only ever added at the end
        <Text key={at} size="sm">
          Issue: {name}
        </Text>
      ))}
    </Stack>
  );
}

function slower(ms: number | null, otherMs: number | null): string {
  if (ms === null || otherMs === null || ms <= otherMs) return '';
  return `, ${formatDuration(ms - otherMs)} longer`;
}
