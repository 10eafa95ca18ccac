import { Card, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AnswerTo } from '../../src/client/index.ts';
import { countOf, formatDuration } from '../parts/format.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { LoadState } from '../parts/states.tsx';
import { client } from '../service/client.ts';
import { DurationChart, VerdictChart } from './charts.tsx';
import { type Span, spans, usualSpan } from './overview-search.ts';
import { RecentRuns } from './recent-runs.tsx';
import { SlowTests, UnstableTests } from './test-rankings.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/');

type Statistics = AnswerTo<'getStatistics'>;

export function OverviewPage() {
  const { projectId } = route.useParams();
  const { days = usualSpan } = route.useSearch();
  const navigate = route.useNavigate();
  const statistics = useQuery({
    queryKey: ['statistics', projectId, days],
    queryFn: ({ signal }) =>
      client.call('getStatistics', {
        path: { projectId },
        query: { days, timeZone: readersTimeZone },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>Overview</PageTitle>
        <SegmentedControl
          aria-label="Time span"
          data={spans.map((span) => ({ value: String(span), label: span === 1 ? '24 h' : `${span} days` }))}
          value={String(days)}
          onChange={(value) => void navigate({ search: { days: Number(value) as Span }, replace: true })}
        />
      </Group>
      <LoadState query={statistics} rows={4} height={120} />
      {statistics.data !== undefined && <Figures statistics={statistics.data} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <RecentRuns
          projectId={projectId}
          title="Running and queued"
          filter={{ outcome: 'unfinished' }}
          whenEmpty="Nothing runs at the moment."
        />
        <RecentRuns
          projectId={projectId}
          title="Failed last"
          filter={{ outcome: 'failed' }}
          whenEmpty="No run has failed."
        />
        {statistics.data !== undefined && (
          <>
            <SlowTests projectId={projectId} tests={statistics.data.slowest} />
            <UnstableTests projectId={projectId} tests={statistics.data.unstable} />
          </>
        )}
      </SimpleGrid>
    </Stack>
  );
}

const readersTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Figures({ statistics }: { statistics: Statistics }) {
  const { series, unfinished, countedRuns, isPartial } = statistics;
  const sum = (member: 'passed' | 'failed' | 'broken') =>
    series.reduce((total, each) => total + each[member], 0);
  const passed = sum('passed');
  const judged = passed + sum('failed');
  const durations = series.flatMap(({ medianMs }) => (medianMs === null ? [] : [medianMs]));
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="Pass rate" value={judged === 0 ? '–' : `${Math.round((passed / judged) * 100)} %`}>
          {countOf(judged, 'verdict')}
        </Figure>
        <Figure label="Failed" value={sum('failed').toLocaleString()}>
          {countOf(sum('broken'), 'run')} not executed
        </Figure>
        <Figure label="Median duration" value={formatDuration(middleOf(durations))}>
          {isPartial ? `of the newest ${countedRuns.toLocaleString()} runs` : countOf(countedRuns, 'run')}
        </Figure>
        <Figure label="Now" value={`${unfinished.running} running`}>
          {unfinished.queued.toLocaleString()} queued
        </Figure>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Verdicts
          </Title>
          <VerdictChart statistics={statistics} />
        </Card>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Duration
          </Title>
          <DurationChart statistics={statistics} />
        </Card>
      </SimpleGrid>
    </>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: string | string[] }) {
  return (
    <Card withBorder padding="sm">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={700}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Card>
  );
}

function middleOf(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
