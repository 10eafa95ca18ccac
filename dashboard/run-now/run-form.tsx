import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { RunTest } from '../../src/client/index.ts';
import { Refused } from '../parts/refused.tsx';
import { environmentsQuery } from '../service/environments.ts';
import { newestAppsQuery } from '../service/newest-apps.ts';
import { BuildChoice, mobileOf } from './build-choice.tsx';
import type { Needs } from './needs.ts';
import { type Site, SiteChoice, targetOf } from './site-choice.tsx';

interface Props {
  projectId: string;
  noun: 'group' | 'test';
  needs: Needs;
  /** Further fields of the form. */
  children?: ReactNode;
  start: (on: Pick<RunTest, 'mobile' | 'targetUrl' | 'projectEnvironmentId'>) => Promise<unknown>;
}

/** Starts a group or a test on a build, a site or both, as it needs. */
export function RunForm({ projectId, noun, needs, children, start }: Props) {
  const [build, setBuild] = useState('');
  const [site, setSite] = useState<Site>({ environmentId: '', targetUrl: '' });
  const apps = useQuery({ ...newestAppsQuery(projectId), enabled: needs.app });
  const environments = useQuery({ ...environmentsQuery(projectId), enabled: needs.address });
  const run = useMutation({ mutationFn: start });
  const error = run.error ?? apps.error ?? environments.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate({
      ...(needs.app && mobileOf(apps.data ?? [], build)),
      ...(needs.address && targetOf(environments.data ?? [], site)),
    });
  };
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          {needs.app && <BuildChoice apps={apps} build={build} onChange={setBuild} />}
          {needs.address && <SiteChoice environments={environments} site={site} onChange={setSite} />}
          {children}
          <Button type="submit" loading={run.isPending}>
            Run the {noun}
          </Button>
        </Group>
      </form>
      <Refused error={error} title={`The ${noun} was not started`} />
    </>
  );
}
