import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { MobileApp } from '../../src/client/index.ts';
import { formatBytes } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { Ago } from '../parts/time.tsx';
import { AppIcon } from './app-icon.tsx';
import { nameOf, sourceNames, versionOf } from './app-words.ts';
import classes from './apps-table.module.css';
import { DeleteApp } from './delete-app.tsx';
import { Expiry } from './expiry.tsx';

interface Props {
  projectId: string;
  apps: MobileApp[];
}

export function AppsTable({ projectId, apps }: Props) {
  const [toDelete, setToDelete] = useState<MobileApp | null>(null);
  return (
    <>
      <Table aria-label="Apps" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>App</Table.Th>
            <Table.Th className={classes.wide}>Platform</Table.Th>
            <Table.Th className={classes.medium}>Version</Table.Th>
            <Table.Th className={classes.medium}>Size</Table.Th>
            <Table.Th className={classes.wide}>Source</Table.Th>
            <Table.Th className={classes.medium}>Uploaded</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>
              <VisuallyHidden>Delete</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {apps.map((app) => (
            <Table.Tr key={app.id}>
              <Table.Td>
                <Group gap="sm" wrap="nowrap">
                  <AppIcon app={app} size={32} />
                  <div>
                    <TextLink to="/projects/$projectId/apps/$appId" params={{ projectId, appId: app.id }}>
                      {app.filename}
                    </TextLink>
                    <BundleId projectId={projectId} bundleId={app.bundleId} />
                  </div>
                </Group>
              </Table.Td>
              <Table.Td className={classes.wide}>{platformNames[app.platform]}</Table.Td>
              <Table.Td className={classes.medium}>{versionOf(app) ?? '–'}</Table.Td>
              <Table.Td className={classes.medium}>{formatBytes(app.fileSize)}</Table.Td>
              <Table.Td className={classes.wide}>{sourceNames[app.source]}</Table.Td>
              <Table.Td className={classes.medium}>
                <Ago at={app.createdAt} />
              </Table.Td>
              <Table.Td>
                <Expiry app={app} />
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Delete ${nameOf(app)}`}
                  onClick={() => setToDelete(app)}
                >
                  Delete
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
