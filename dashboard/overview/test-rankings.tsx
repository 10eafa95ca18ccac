import { Card, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnswerTo } from '../../src/client/index.ts';
import { formatDuration } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';

type Statistics = AnswerTo<'getStatistics'>;

export function SlowTests({ projectId, tests }: { projectId: string; tests: Statistics['slowest'] }) {
  return (
    <Ranking
      title="Slowest tests"
      whenEmpty="No stored test has run in this time."
      head={['Test', 'Median', 'Runs']}
      rows={tests.map(({ testId, title, medianMs, runs }) => ({
        id: testId,
        cells: [
          <TestLink key="test" projectId={projectId} testId={testId} title={title} />,
          formatDuration(medianMs),
          runs,
        ],
      }))}
    />
  );
}

export function UnstableTests({ projectId, tests }: { projectId: string; tests: Statistics['unstable'] }) {
  return (
    <Ranking
      title="Most unstable tests"
      whenEmpty="No test changed its verdict twice in this time."
      head={['Test', 'Changes', 'Failed']}
      rows={tests.map(({ testId, title, changes, failed, runs }) => ({
        id: testId,
        cells: [
          <TestLink key="test" projectId={projectId} testId={testId} title={title} />,
          changes,
          `${failed} of ${runs}`,
        ],
      }))}
    />
  );
}

interface RankingProps {
  title: string;
  whenEmpty: string;
  head: string[];
  rows: Array<{ id: string; cells: ReactNode[] }>;
}

function Ranking({ title, whenEmpty, head, rows }: RankingProps) {
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">{whenEmpty}</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              {head.map((word) => (
                <Table.Th key={word}>{word}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, cells }) => (
              <Table.Tr key={id}>
                {cells.map((cell, at) => (
                  <Table.Td key={head[at]}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}

function TestLink({ projectId, testId, title }: { projectId: string; testId: string; title: string }) {
  return (
    <TextLink to="/projects/$projectId/runs" params={{ projectId }} search={{ testId }} lineClamp={2}>
      {title}
    </TextLink>
  );
}
