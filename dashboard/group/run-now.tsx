import { Alert, Button, NativeSelect, Group as Row, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Group, GroupTest, MobileApp, TriggerGroup } from '../../src/client/index.ts';
import { formatDateTime } from '../parts/format.ts';
import { platformNames } from '../parts/platform-names.ts';
import { client } from '../service/client.ts';
import { environmentsQuery } from '../service/environments.ts';
import { newestAppsQuery } from '../service/newest-apps.ts';
import { needsOf } from './needs.ts';
import { type Site, SiteChoice, targetOf } from './site-choice.tsx';

/** Starts the group on a build, an address or both, as its tests need. */
export function RunNow({ group: { id, projectId }, tests }: { group: Group; tests: GroupTest[] }) {
  const needs = needsOf(tests);
  const [build, setBuild] = useState('');
  const [site, setSite] = useState<Site>({ environmentId: '', targetUrl: '' });
  const [commitSha, setCommitSha] = useState('');
  const navigate = useNavigate();
  const apps = useQuery({ ...newestAppsQuery(projectId), enabled: needs.app });
  const environments = useQuery({ ...environmentsQuery(projectId), enabled: needs.address });
  const choices = buildChoices(apps.data ?? []);
  const chosen = choices.find(({ value }) => value === build) ?? choices[0];
  const trigger = useMutation({
    mutationFn: (body: TriggerGroup) => client.call('triggerGroup', { path: { id }, body }),
    onSuccess: ({ batchId }) =>
      navigate({ to: '/projects/$projectId/runs', params: { projectId }, search: { batchId } }),
  });
  const error = trigger.error ?? apps.error ?? environments.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    trigger.mutate({
      ...(needs.app && chosen !== undefined && { mobile: chosen.mobile }),
      ...(needs.address && targetOf(environments.data ?? [], site)),
      ...(commitSha !== '' && { commitSha }),
    });
  };
  return (
    <Stack component="section" aria-label="Run now" gap="xs">
      <Title order={2} size="h4">
        Run now
      </Title>
      {!needs.app && !needs.address ? (
        <Text c="dimmed">Nothing would run: the group has no test that is enabled.</Text>
      ) : (
        <form onSubmit={submit}>
          <Row align="flex-end" gap="sm">
            {needs.app && (
              <NativeSelect
                label="Build"
                flex="1 1 220px"
                maw={420}
                disabled={choices.length === 0}
                data={
                  choices.length === 0
                    ? [apps.isPending ? 'Loading the builds' : 'No build is uploaded yet']
                    : choices.map(({ value, label }) => ({ value, label }))
                }
                value={chosen?.value}
                onChange={({ currentTarget }) => setBuild(currentTarget.value)}
              />
            )}
            {needs.address && <SiteChoice environments={environments} site={site} onChange={setSite} />}
            <TextInput
              label="Commit"
              placeholder="Shown with the results"
              maxLength={200}
              value={commitSha}
              onChange={({ currentTarget }) => setCommitSha(currentTarget.value.trim())}
            />
            <Button type="submit" loading={trigger.isPending}>
              Run the group
            </Button>
          </Row>
        </form>
      )}
      {error !== null && (
        <Alert color="red" title="The group was not started" role="alert">
          {error.message}
        </Alert>
      )}
    </Stack>
  );
}

/** The newest build of each app first, then every single one. */
function buildChoices(apps: MobileApp[]) {
  const bundleIds = [...new Set(apps.flatMap(({ bundleId }) => bundleId ?? []))];
  return [
    ...bundleIds.map((bundleId) => ({
      value: `newest ${bundleId}`,
      label: `Newest build of ${bundleId}`,
      mobile: { bundleId },
    })),
    ...apps.map((app) => ({ value: app.id, label: nameOf(app), mobile: { appId: app.id } })),
  ];
}

function nameOf({ bundleId, filename, appVersion, platform, createdAt }: MobileApp): string {
  return [bundleId ?? filename, appVersion, platformNames[platform], formatDateTime(createdAt)]
    .filter((part) => part !== null)
    .join(' · ');
}
