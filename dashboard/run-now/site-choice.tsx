import { NativeSelect, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Environment, RunTest } from '../../src/client/index.ts';

/** What web tests are run on: an environment, or an address; the project's own where both are empty. */
export interface Site {
  environmentId: string;
  targetUrl: string;
}

interface Props {
  environments: UseQueryResult<Environment[]>;
  site: Site;
  onChange: (site: Site) => void;
}

export function SiteChoice({ environments: { data = [], isPending }, site, onChange }: Props) {
  const chosen = chosenOf(data, site);
  return (
    <>
      <NativeSelect
        label="Environment"
        flex="1 1 220px"
        maw={420}
        disabled={data.length === 0}
        data={
          data.length === 0
            ? [isPending ? 'Loading the environments' : 'No environment is set up yet']
            : [
                { value: '', label: 'None: an address, or the project’s own' },
                ...data.map(({ id, name, url }) => ({ value: id, label: `${name} · ${url}` })),
              ]
        }
        value={data.length === 0 ? undefined : (chosen?.id ?? '')}
        onChange={({ currentTarget }) => onChange({ ...site, environmentId: currentTarget.value })}
      />
      <TextInput
        label="Address of the site"
        type="url"
        placeholder={chosen?.url ?? "The project's own when empty"}
        flex="1 1 220px"
        maw={420}
        disabled={chosen !== undefined}
        value={chosen === undefined ? site.targetUrl : ''}
        onChange={({ currentTarget }) => onChange({ ...site, targetUrl: currentTarget.value.trim() })}
      />
    </>
  );
}

export function targetOf(
  environments: readonly Environment[],
  site: Site,
): Pick<RunTest, 'projectEnvironmentId' | 'targetUrl'> {
  const chosen = chosenOf(environments, site);
  if (chosen !== undefined) return { projectEnvironmentId: chosen.id };
  return site.targetUrl === '' ? {} : { targetUrl: site.targetUrl };
}

function chosenOf(environments: readonly Environment[], { environmentId }: Site): Environment | undefined {
  return environments.find(({ id }) => id === environmentId);
}
