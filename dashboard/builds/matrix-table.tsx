import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Batch, BatchRun } from '../../src/client/index.ts';
import { TextLink } from '../parts/links.tsx';
import { outcomeOf, outcomeWords } from '../parts/outcome.ts';
import { OutcomeBadge } from '../parts/outcome-badge.tsx';
import { Ago } from '../parts/time.tsx';
import { newestAppsQuery } from '../service/newest-apps.ts';
import { BatchHead } from './batch-head.tsx';
import {
  failingSince,
  isFailing,
  lastPassedBefore,
  type MatrixRow,
  matrixOf,
  shortCommit,
} from './matrix.ts';
import classes from './matrix-table.module.css';

interface Props {
  projectId: string;
  /** Newest first. */
  batches: Batch[];
  hasOlder: boolean;
}

/** Tests down, batches across. */
export function MatrixTable({ projectId, batches, hasOlder }: Props) {
  const rows = matrixOf(batches);
  const { data: apps = [] } = useQuery({
    ...newestAppsQuery(projectId),
    enabled: batches.some(({ appId }) => appId !== null),
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={classes.scroll} aria-label="Tests and builds" tabIndex={0}>
      <Table className={classes.table} withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.test}>Test</Table.Th>
            {batches.map((batch) => (
              <Table.Th key={batch.id} className={classes.batch}>
                <BatchHead
                  batch={batch}
                  appVersion={apps.find(({ id }) => id === batch.appId)?.appVersion ?? null}
                />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row" className={classes.test}>
                <TestHead projectId={projectId} row={row} batches={batches} hasOlder={hasOlder} />
              </Table.Th>
              {row.cells.map((run, column) => (
                <Table.Td key={batches[column]?.id}>
                  {run !== undefined && (
                    <Cell
                      projectId={projectId}
                      title={row.title}
                      run={run}
                      lastPassed={lastPassedBefore(row, column)}
                    />
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function TestHead({ projectId, row, batches, hasOlder }: Props & { row: MatrixRow }) {
  const failing = failingSince(row, batches, hasOlder);
  return (
    <Stack gap={2}>
      {row.testId === null ? (
        <Text>{row.title}</Text>
      ) : (
        <TextLink to="/projects/$projectId/tests/$testId" params={{ projectId, testId: row.testId }}>
          {row.title}
        </TextLink>
      )}
      {failing !== null && (
        <Text size="sm" className={classes.failing}>
          fails {failing.isCertain ? 'since' : 'at least since'} <Ago at={failing.batch.createdAt} />
          {failing.batch.commitSha !== null && `, ${shortCommit(failing.batch.commitSha)}`}
        </Text>
      )}
    </Stack>
  );
}

interface CellProps {
  projectId: string;
  title: string;
  run: BatchRun;
  lastPassed: BatchRun | undefined;
}

function Cell({ projectId, title, run, lastPassed }: CellProps) {
  const outcome = outcomeOf(run);
  return (
    <Stack gap={2} align="flex-start">
      <TextLink
        to="/projects/$projectId/runs/$runId"
        params={{ projectId, runId: run.id }}
        aria-label={`${outcomeWords[outcome].label}: ${title}`}
        underline="never"
      >
        <OutcomeBadge outcome={outcome} size="sm" />
      </TextLink>
      {isFailing(outcome) && lastPassed !== undefined && (
        <TextLink
          to="/projects/$projectId/compare"
          params={{ projectId }}
          search={{ left: lastPassed.id, right: run.id }}
          size="xs"
          title="Compare with the last run before it that passed"
          aria-label={`Compare with the last passed: ${title}`}
        >
          Compare
        </TextLink>
      )}
    </Stack>
  );
}
