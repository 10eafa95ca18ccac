import { Breadcrumbs, Button, Card, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { MobileApp } from '../../src/client/index.ts';
import { formatBytes, formatDateTime } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { NoSuchRecord } from '../parts/no-such-record.tsx';
import { useTitle } from '../parts/page-title.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { LoadState } from '../parts/states.tsx';
import { isNotFound } from '../service/client.ts';
import { AppIcon } from './app-icon.tsx';
import { appQuery } from './app-query.ts';
import { AppUsage } from './app-usage.tsx';
import { builtForOf, sourceNames, versionOf } from './app-words.ts';
import { DeleteApp } from './delete-app.tsx';
import { Expiry } from './expiry.tsx';
import { Versions } from './versions.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/apps/$appId');

export function AppPage() {
  const { projectId, appId } = route.useParams();
  const query = useQuery(appQuery(projectId, appId));
  useTitle(query.data?.filename ?? 'App');
  if (query.isSuccess) return <AppView projectId={projectId} app={query.data} />;
  if (isNotFound(query.error))
    return <NoSuchRecord noun="app" projectId={projectId} whereItWent="It was deleted, its time was over" />;
  return <LoadState query={query} rows={6} height={60} />;
}

function AppView({ projectId, app }: { projectId: string; app: MobileApp }) {
  const navigate = route.useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Breadcrumbs>
          <TextLink to="/projects/$projectId/apps" params={{ projectId }}>
            Apps
          </TextLink>
          <Text truncate>{app.filename}</Text>
        </Breadcrumbs>
        <Group justify="space-between">
          <Group gap="md" wrap="nowrap">
            <AppIcon app={app} size={64} />
            <Title order={1} size="h2">
              {app.filename}
            </Title>
          </Group>
          <Button size="xs" variant="default" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        </Group>
      </Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Facts app={app} />
        <AppUsage projectId={projectId} app={app} />
      </SimpleGrid>
      <Versions projectId={projectId} app={app} />
      <DeleteApp
        projectId={projectId}
        app={isDeleting ? app : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => void navigate({ to: '/projects/$projectId/apps', params: { projectId } })}
      />
    </Stack>
  );
}

function Facts({ app }: { app: MobileApp }) {
  const facts: Array<[string, ReactNode]> = [
    ['Platform', platformNames[app.platform]],
    ...(app.platform === 'ios' ? [['Built for', builtForOf(app) ?? '–'] satisfies [string, ReactNode]] : []),
    ['Architectures', app.architectures?.join(', ') || '–'],
    ['Bundle id', app.bundleId ?? '–'],
    ['Version', versionOf(app) ?? '–'],
    ['Size', formatBytes(app.fileSize)],
    ['Source', sourceNames[app.source]],
    ['Uploaded', formatDateTime(app.createdAt)],
    ['Expires', <Expiry key="expiry" app={app} />],
    ['Id', app.id],
  ];
  return (
    <Card withBorder component="section" aria-label="About the app">
      <Table variant="vertical" aria-label="About the app">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={110}>
                {name}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
