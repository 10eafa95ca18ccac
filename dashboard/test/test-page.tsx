import { Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Test } from '../../src/client/index.ts';
import { TextLink } from '../parts/links.tsx';
import { NoSuchRecord } from '../parts/no-such-record.tsx';
import { PageTitle, useTitle } from '../parts/page-title.tsx';
import { Section } from '../parts/section.tsx';
import { LoadState } from '../parts/states.tsx';
import { needsOf } from '../run-now/needs.ts';
import { RunForm } from '../run-now/run-form.tsx';
import { client, isNotFound } from '../service/client.ts';
import { testQuery } from '../tests/tests-query.ts';
import { TestEditor } from './test-editor.tsx';

const testRoute = getRouteApi('/signed-in/projects/$projectId/tests/$testId');
const newTestRoute = getRouteApi('/signed-in/projects/$projectId/tests/new');

export function TestPage() {
  const { projectId, testId } = testRoute.useParams();
  const query = useQuery(testQuery(projectId, testId));
  useTitle(query.data?.title ?? 'Test');
  if (query.data !== undefined)
    return (
      <Stack>
        <Path projectId={projectId} here={query.data.title} />
        <Group justify="space-between">
          <Title order={1} size="h2">
            {query.data.title}
          </Title>
          <TextLink to="/projects/$projectId/runs" params={{ projectId }} search={{ testId }}>
            Runs of this test
          </TextLink>
        </Group>
        <RunNow key={`run ${testId}`} test={query.data} />
        <TestEditor key={testId} projectId={projectId} test={query.data} />
      </Stack>
    );
  if (isNotFound(query.error)) return <NoSuchRecord noun="test" projectId={projectId} />;
  return <LoadState query={query} rows={8} height={60} />;
}

export function NewTestPage() {
  const { projectId } = newTestRoute.useParams();
  return (
    <Stack>
      <Path projectId={projectId} here="New test" />
      <PageTitle>New test</PageTitle>
      <TestEditor projectId={projectId} test={null} />
    </Stack>
  );
}

function Path({ projectId, here }: { projectId: string; here: string }) {
  return (
    <Breadcrumbs>
      <TextLink to="/projects/$projectId/tests" params={{ projectId }}>
        Tests
      </TextLink>
      <Text c="dimmed" truncate maw={240}>
        {here}
      </Text>
    </Breadcrumbs>
  );
}

/** Runs the test as it is saved, and leads to its run. */
function RunNow({ test }: { test: Test }) {
  const { id, projectId } = test;
  const navigate = useNavigate();
  return (
    <Section title="Run now">
      <RunForm
        projectId={projectId}
        noun="test"
        needs={needsOf([test])}
        start={async (body) => {
          const { runId } = await client.call('runTest', { path: { id }, body });
          await navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId } });
        }}
      />
    </Section>
  );
}
