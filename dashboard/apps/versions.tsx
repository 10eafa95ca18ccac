import { Card, Text, Title, useComputedColorScheme } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MobileApp } from '../../src/client/index.ts';
import { Chart } from '../parts/chart.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { formatBytes } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { LoadState } from '../parts/states.tsx';
import { Ago } from '../parts/time.tsx';
import { versionOf } from './app-words.ts';
import { appsQuery } from './apps-query.ts';

const compared = 50;
const listed = 10;

/** The uploads of the same bundle id: how the size has changed, and what else there is. */
export function Versions({ projectId, app }: { projectId: string; app: MobileApp }) {
  const { bundleId, platform } = app;
  const query = useInfiniteQuery({
    ...appsQuery(projectId, { platform, bundleId: bundleId ?? undefined }, compared),
    enabled: bundleId !== null,
  });
  const versions = query.data?.pages[0]?.apps ?? [];
  if (bundleId === null) return null;
  return (
    <Card withBorder component="section" aria-label="Size over the versions" mih={320}>
      <Title order={2} size="h5" mb="xs">
        Size over the versions
      </Title>
      <LoadState query={query} rows={4} height={60} />
      {versions.length === 1 && <Text c="dimmed">There is one upload of {bundleId}.</Text>}
      {versions.length > 1 && (
        <>
          <SizeChart versions={versions} bundleId={bundleId} />
          <VersionTable projectId={projectId} versions={versions} current={app.id} />
          <TextLink to="/projects/$projectId/apps" params={{ projectId }} search={{ bundleId }} size="sm">
            Show all uploads of {bundleId}
          </TextLink>
        </>
      )}
    </Card>
  );
}

function SizeChart({ versions, bundleId }: { versions: MobileApp[]; bundleId: string }) {
  const color = useComputedColorScheme('light') === 'dark' ? '#4dabf7' : '#1971c2';
  const { times, lines } = useMemo(() => {
    const oldestFirst = versions.toReversed();
    return {
      times: oldestFirst.map(({ createdAt }) => createdAt),
      lines: [{ label: 'Size', values: oldestFirst.map(({ fileSize }) => fileSize), color }],
    };
  }, [versions, color]);
  return (
    <Chart
      label={`Size of the latest ${versions.length} uploads of ${bundleId}`}
      times={times}
      kind="lines"
      format={formatBytes}
      lines={lines}
    />
  );
}

interface TableProps {
  projectId: string;
  versions: MobileApp[];
  current: string;
}

function VersionTable({ projectId, versions, current }: TableProps) {
  const columns: Array<Column<MobileApp>> = [
    {
      name: 'Version',
      cell: (version) =>
        version.id === current ? (
          <Text span fw={700}>
            {versionOf(version) ?? version.filename}
          </Text>
        ) : (
          <TextLink to="/projects/$projectId/apps/$appId" params={{ projectId, appId: version.id }}>
            {versionOf(version) ?? version.filename}
          </TextLink>
        ),
    },
    { name: 'Size', cell: ({ fileSize }) => formatBytes(fileSize) },
    { name: 'Change', cell: (version, at) => changeOf(version, versions[at + 1]) },
    { name: 'Uploaded', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ];
  const rows = versions.slice(0, listed);
  return <DataTable aria-label="Versions" my="xs" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

function changeOf({ fileSize }: MobileApp, before: MobileApp | undefined): string {
  if (before === undefined) return '–';
  const change = fileSize - before.fileSize;
  if (change === 0) return 'None';
  return `${change > 0 ? '+' : '−'}${formatBytes(Math.abs(change))}`;
}
