import { Breadcrumbs, Group as Row, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Group, GroupTest } from '../../src/client/index.ts';
import { groupQuery, groupTestsQuery } from '../groups/groups-query.ts';
import { TextLink } from '../parts/links.tsx';
import { NoSuchRecord } from '../parts/no-such-record.tsx';
import { useTitle } from '../parts/page-title.tsx';
import { Section } from '../parts/section.tsx';
import { LoadState } from '../parts/states.tsx';
import { enabledTests, needsOf } from '../run-now/needs.ts';
import { RunForm } from '../run-now/run-form.tsx';
import { client, isNotFound } from '../service/client.ts';
import { GroupSettings } from './group-settings.tsx';
import { GroupTests } from './group-tests.tsx';
import { GroupWebhook } from './webhook.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/groups/$groupId');

export function GroupPage() {
  const { projectId, groupId } = route.useParams();
  const query = useQuery(groupQuery(projectId, groupId));
  useTitle(query.data?.name ?? 'Group');
  if (query.data !== undefined) return <GroupView key={groupId} group={query.data} />;
  if (isNotFound(query.error)) return <NoSuchRecord noun="group" projectId={projectId} />;
  return <LoadState query={query} rows={8} height={60} />;
}

function GroupView({ group }: { group: Group }) {
  const { id: groupId, projectId, name } = group;
  const tests = useQuery(groupTestsQuery(projectId, groupId));
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <Breadcrumbs>
          <TextLink to="/projects/$projectId/groups" params={{ projectId }}>
            Groups
          </TextLink>
          <Text c="dimmed" truncate maw={240}>
            {name}
          </Text>
        </Breadcrumbs>
        <Row justify="space-between">
          <Title order={1} size="h2">
            {name}
          </Title>
          <TextLink to="/projects/$projectId/builds" params={{ projectId }} search={{ groupId }}>
            Builds of this group
          </TextLink>
        </Row>
      </Stack>
      <LoadState query={tests} rows={4} height={60} />
      {tests.data !== undefined && (
        <>
          <RunNow group={group} tests={tests.data} />
          <GroupTests group={group} tests={tests.data} />
          <GroupWebhook group={group} tests={tests.data} />
        </>
      )}
      <GroupSettings group={group} />
    </Stack>
  );
}

function RunNow({ group: { id, projectId }, tests }: { group: Group; tests: GroupTest[] }) {
  const [commitSha, setCommitSha] = useState('');
  const navigate = useNavigate();
  const running = enabledTests(tests);
  if (running.length === 0)
    return (
      <Section title="Run now">
        <Text c="dimmed">Nothing would run: the group has no test that is enabled.</Text>
      </Section>
    );
  return (
    <Section title="Run now">
      <RunForm
        projectId={projectId}
        noun="group"
        needs={needsOf(running)}
        start={async (on) => {
          const body = { ...on, ...(commitSha !== '' && { commitSha }) };
          const { batchId } = await client.call('triggerGroup', { path: { id }, body });
          await navigate({ to: '/projects/$projectId/runs', params: { projectId }, search: { batchId } });
        }}
      >
        <TextInput
          label="Commit"
          placeholder="Shown with the results"
          maxLength={200}
          value={commitSha}
          onChange={({ currentTarget }) => setCommitSha(currentTarget.value.trim())}
        />
      </RunForm>
    </Section>
  );
}
