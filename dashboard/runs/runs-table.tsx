import { Button, Table, Text } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { RunSummary } from '../../src/client/index.ts';
import { CellsOf, type Column, HeadOf } from '../parts/data-table.tsx';
import { DeliveryBadge } from '../parts/delivery-badge.tsx';
import { countOf, formatDuration } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { outcomeOf } from '../parts/outcome.ts';
import { OutcomeBadge } from '../parts/outcome-badge.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { Ago, Elapsed } from '../parts/time.tsx';
import classes from './runs-table.module.css';

const columns: Array<Column<RunSummary>> = [
  {
    name: 'Outcome',
    place: { className: classes.outcome },
    cell: (run) => <OutcomeBadge outcome={outcomeOf(run)} />,
  },
  { name: 'Run', cell: (run) => <RunTitle run={run} /> },
  {
    name: 'Platform',
    place: { className: classes.platform },
    cell: ({ platform }) => (platform === null ? '–' : platformNames[platform]),
  },
  { name: 'Duration', place: { className: classes.duration }, cell: (run) => <Duration run={run} /> },
  {
    name: 'Delivery',
    place: { className: classes.delivery },
    cell: ({ webhookStatus }) => <DeliveryBadge status={webhookStatus} />,
  },
  {
    name: 'Submitted',
    place: { className: classes.submitted },
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];

const rowHeight = 56;

interface Props {
  runs: RunSummary[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** Draws only the rows that can be seen, and asks for more before their end is reached. */
export function RunsTable({ runs, hasMore, isLoadingMore, onMore }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: runs.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => runs[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastShown >= runs.length - 10) onMore();
  }, [hasMore, isLoadingMore, lastShown, runs.length, onMore]);
  const before = items[0] === undefined ? 0 : items[0].start - virtual.options.scrollMargin;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? 0) - virtual.options.scrollMargin);

  return (
    <div ref={body} className={classes.scroll}>
      <Table className={classes.table} aria-rowcount={hasMore ? -1 : runs.length + 1} layout="fixed">
        <HeadOf columns={columns} />
        <Table.Tbody>
          {before > 0 && <Gap height={before} />}
          {items.map(({ index }) => {
            const run = runs[index];
            if (run === undefined) return null;
            return (
              <Table.Tr key={run.id} className={classes.row} aria-rowindex={index + 2}>
                <CellsOf columns={columns} row={run} at={index} />
              </Table.Tr>
            );
          })}
          {after > 0 && <Gap height={after} />}
        </Table.Tbody>
      </Table>
      {hasMore && (
        <Button variant="subtle" fullWidth loading={isLoadingMore} onClick={onMore}>
          Show older runs
        </Button>
      )}
    </div>
  );
}

function Gap({ height }: { height: number }) {
  return (
    <tr>
      <td colSpan={columns.length} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function RunTitle({ run }: { run: RunSummary }) {
  return (
    <>
      <TextLink
        to="/projects/$projectId/runs/$runId"
        params={{ projectId: run.projectId, runId: run.id }}
        className={classes.link}
        truncate
      >
        {run.title}
      </TextLink>
      <Text size="sm" c="dimmed" truncate>
        {run.error === null ? detailOf(run) : `${run.error.code}: ${run.error.message}`}
      </Text>
    </>
  );
}

function detailOf({ issueCount, stepCount, targetUrl }: RunSummary): string {
  const parts = [
    issueCount > 0 ? countOf(issueCount, 'issue') : null,
    stepCount > 0 ? countOf(stepCount, 'step') : null,
    targetUrl,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function Duration({ run: { status, startedAt, durationMs } }: { run: RunSummary }) {
  if (status === 'running' && startedAt !== null) return <Elapsed since={startedAt} />;
  return <>{formatDuration(durationMs)}</>;
}
