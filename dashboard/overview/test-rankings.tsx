import { Card, Text, Title } from '@mantine/core';
import type { AnswerTo } from '../../src/client/index.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { formatDuration } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';

type Statistics = AnswerTo<'getStatistics'>;

export function SlowTests({ projectId, tests }: { projectId: string; tests: Statistics['slowest'] }) {
  return (
    <Ranking
      projectId={projectId}
      title="Slowest tests"
      whenEmpty="No stored test has run in this time."
      tests={tests}
      columns={[
        { name: 'Median', cell: ({ medianMs }) => formatDuration(medianMs) },
        { name: 'Runs', cell: ({ runs }) => runs },
      ]}
    />
  );
}

export function UnstableTests({ projectId, tests }: { projectId: string; tests: Statistics['unstable'] }) {
  return (
    <Ranking
      projectId={projectId}
      title="Most unstable tests"
      whenEmpty="No test changed its verdict twice in this time."
      tests={tests}
      columns={[
        { name: 'Changes', cell: ({ changes }) => changes },
        { name: 'Failed', cell: ({ failed, runs }) => `${failed} of ${runs}` },
      ]}
    />
  );
}

interface RankingProps<Test> {
  projectId: string;
  title: string;
  whenEmpty: string;
  tests: Test[];
  /** Beside the test. */
  columns: Array<Column<Test>>;
}

function Ranking<Test extends { testId: string; title: string }>(props: RankingProps<Test>) {
  const { projectId, title, whenEmpty, tests, columns } = props;
  const test: Column<Test> = {
    name: 'Test',
    cell: (one) => (
      <TextLink
        to="/projects/$projectId/runs"
        params={{ projectId }}
        search={{ testId: one.testId }}
        lineClamp={2}
      >
        {one.title}
      </TextLink>
    ),
  };
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {tests.length === 0 ? (
        <Text c="dimmed">{whenEmpty}</Text>
      ) : (
        <DataTable columns={[test, ...columns]} rows={tests} keyOf={({ testId }) => testId} />
      )}
    </Card>
  );
}
