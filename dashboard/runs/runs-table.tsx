import { Button, Table, Text } from '@mantine/core';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { RunSummary } from '../../src/client/index.ts';
import { DeliveryBadge } from '../parts/delivery-badge.tsx';
import { countOf, formatDuration } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { outcomeOf } from '../parts/outcome.ts';
import { OutcomeBadge } from '../parts/outcome-badge.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { Ago, Elapsed } from '../parts/time.tsx';
import classes from './runs-table.module.css';

const features = tableFeatures({});
const column = createColumnHelper<typeof features, RunSummary>();
const columns = column.columns([
  column.accessor((run) => run, {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ row: { original } }) => <OutcomeBadge outcome={outcomeOf(original)} />,
  }),
  column.accessor('title', {
    header: 'Run',
    cell: ({ row: { original } }) => <RunTitle run={original} />,
  }),
  column.accessor('platform', {
    header: 'Platform',
    cell: ({ getValue }) => platformOf(getValue()),
  }),
  column.accessor('durationMs', {
    header: 'Duration',
    cell: ({ row: { original } }) => <Duration run={original} />,
  }),
  column.accessor('webhookStatus', {
    header: 'Delivery',
    cell: ({ getValue }) => <DeliveryBadge status={getValue()} />,
  }),
  column.accessor('createdAt', { header: 'Submitted', cell: ({ getValue }) => <Ago at={getValue()} /> }),
]);

const rowHeight = 56;

interface Props {
  runs: RunSummary[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** Draws only the rows that can be seen, and asks for more before their end is reached. */
export function RunsTable({ runs, hasMore, isLoadingMore, onMore }: Props) {
  const table = useTable({ features, columns, data: runs, getRowId: ({ id }) => id });
  const { rows } = table.getRowModel();
  const body = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastShown >= rows.length - 10) onMore();
  }, [hasMore, isLoadingMore, lastShown, rows.length, onMore]);
  const before = items[0] === undefined ? 0 : items[0].start - virtual.options.scrollMargin;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? 0) - virtual.options.scrollMargin);

  return (
    <div ref={body} className={classes.scroll}>
      <Table className={classes.table} aria-rowcount={hasMore ? -1 : rows.length + 1} layout="fixed">
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {group.headers.map((header) => (
                <Table.Th key={header.id} className={classes[header.column.id]}>
                  <table.FlexRender header={header} />
                </Table.Th>
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {before > 0 && <Gap height={before} />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Table.Tr key={row.id} className={classes.row} aria-rowindex={index + 2}>
                {row.getAllCells().map((cell) => (
                  <Table.Td key={cell.id} className={classes[cell.column.id]}>
                    <table.FlexRender cell={cell} />
                  </Table.Td>
                ))}
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

function platformOf(platform: RunSummary['platform']): string {
  return platform === null ? '–' : platformNames[platform];
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
