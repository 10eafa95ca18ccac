import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { MobileApp } from '../../src/client/index.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { formatBytes } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { Ago } from '../parts/time.tsx';
import { AppIcon } from './app-icon.tsx';
import { nameOf, sourceNames, versionOf } from './app-words.ts';
import { DeleteApp } from './delete-app.tsx';
import { Expiry } from './expiry.tsx';

interface Props {
  projectId: string;
  apps: MobileApp[];
}

export function AppsTable({ projectId, apps }: Props) {
  const [toDelete, setToDelete] = useState<MobileApp | null>(null);
  const columns: Array<Column<MobileApp>> = [
    {
      name: 'App',
      cell: (app) => (
        <Group gap="sm" wrap="nowrap">
          <AppIcon app={app} size={32} />
          <div>
            <TextLink to="/projects/$projectId/apps/$appId" params={{ projectId, appId: app.id }}>
              {app.filename}
            </TextLink>
            <BundleId projectId={projectId} bundleId={app.bundleId} />
          </div>
        </Group>
      ),
    },
    { name: 'Platform', place: { visibleFrom: 'lg' }, cell: ({ platform }) => platformNames[platform] },
    { name: 'Version', place: { visibleFrom: 'sm' }, cell: (app) => versionOf(app) ?? '–' },
    { name: 'Size', place: { visibleFrom: 'sm' }, cell: ({ fileSize }) => formatBytes(fileSize) },
    { name: 'Source', place: { visibleFrom: 'lg' }, cell: ({ source }) => sourceNames[source] },
    { name: 'Uploaded', place: { visibleFrom: 'sm' }, cell: ({ createdAt }) => <Ago at={createdAt} /> },
    { name: 'Expires', cell: (app) => <Expiry app={app} /> },
    {
      name: 'Delete',
      head: <VisuallyHidden>Delete</VisuallyHidden>,
      cell: (app) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Delete ${nameOf(app)}`}
          onClick={() => setToDelete(app)}
        >
          Delete
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable aria-label="Apps" columns={columns} rows={apps} keyOf={({ id }) => id} />
      <DeleteApp projectId={projectId} app={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

function BundleId({ projectId, bundleId }: { projectId: string; bundleId: string | null }) {
  if (bundleId === null) return null;
  return (
    <Text size="sm">
      <TextLink
        to="/projects/$projectId/apps"
        params={{ projectId }}
        search={{ bundleId }}
        c="dimmed"
        title="Show only this bundle id"
      >
        {bundleId}
      </TextLink>
    </Text>
  );
}
