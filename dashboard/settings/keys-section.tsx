import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadState } from '../parts/states.tsx';
import { IssueKey } from './issue-key.tsx';
import classes from './key-row.module.css';
import { KeyRow } from './key-row.tsx';
import { adminKeys, type KeyScope, projectKeys } from './key-scope.ts';
import { SettingCard } from './setting-card.tsx';

export function KeysSection({ projectId }: { projectId: string }) {
  const ofProject = useMemo(() => projectKeys(projectId), [projectId]);
  return (
    <>
      <SettingCard
        title="Keys of the project"
        description="For pipelines and people who work in this project: they submit runs, upload builds and read results, and can’t change these settings."
      >
        <Keys scope={ofProject} label="What the project key is for" issueLabel="Issue a project key" />
      </SettingCard>
      <SettingCard
        title="Admin keys"
        description="For those who manage the service: they may do everything, in every project."
      >
        <Keys scope={adminKeys} label="What the admin key is for" issueLabel="Issue an admin key" />
      </SettingCard>
    </>
  );
}

function Keys({ scope, label, issueLabel }: { scope: KeyScope; label: string; issueLabel: string }) {
  const query = useQuery({
    queryKey: scope.queryKey,
    queryFn: async ({ signal }) => (await scope.list(signal)).keys,
  });
  return (
    <Stack gap="sm">
      <IssueKey scope={scope} label={label} issueLabel={issueLabel} />
      <LoadState query={query} rows={2} />
      {query.isSuccess && query.data.length === 0 && (
        <Text>No keys yet. Issue one for each pipeline or person, so that each can be revoked alone.</Text>
      )}
      {query.isSuccess && query.data.length > 0 && (
        <ul className={classes.keys}>
          {query.data.map((key) => (
            <KeyRow key={key.id} scope={scope} apiKey={key} />
          ))}
        </ul>
      )}
    </Stack>
  );
}
