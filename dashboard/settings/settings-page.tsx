import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ProjectSettings } from '../../src/client/index.ts';
import { TextLink } from '../parts/links.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { LoadState } from '../parts/states.tsx';
import { sessionQuery } from '../service/session.ts';
import { EnvironmentsSection } from './environments-section.tsx';
import { HostsSection } from './hosts-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { NeedsAdminKey } from './needs-admin-key.tsx';
import { projectQuery } from './project-query.ts';
import { ProjectSection } from './project-section.tsx';
import classes from './settings-page.module.css';
import type { Section } from './settings-search.ts';
import { VariablesSection } from './variables-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/settings');

const sectionNames: Record<Section, string> = {
  project: 'Project',
  environments: 'Environments',
  hosts: 'Hosts',
  webhook: 'Webhook',
  keys: 'Keys',
  variables: 'Variables',
};

export function SettingsPage() {
  const { data: session } = useQuery(sessionQuery);
  return (
    <Stack maw={860}>
      <PageTitle>Settings</PageTitle>
      {session?.kind === 'admin' && <Sections />}
      {session?.kind === 'project' && <NeedsAdminKey session={session} />}
    </Stack>
  );
}

function Sections() {
  const { projectId } = route.useParams();
  const { section = 'project' } = route.useSearch();
  const query = useQuery(projectQuery(projectId));
  return (
    <>
      <SectionLinks projectId={projectId} current={section} />
      <LoadState query={query} rows={4} height={56} />
      {query.isSuccess && <SectionOf section={section} project={query.data} />}
    </>
  );
}

function SectionLinks({ projectId, current }: { projectId: string; current: Section }) {
  return (
    <Group component="nav" aria-label="Sections of the settings" gap={0} className={classes.sections}>
      {(Object.keys(sectionNames) as Section[]).map((section) => (
        <TextLink
          key={section}
          to="/projects/$projectId/settings"
          params={{ projectId }}
          search={section === 'project' ? {} : { section }}
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes.section}
          data-current={section === current}
          underline="never"
        >
          {sectionNames[section]}
        </TextLink>
      ))}
    </Group>
  );
}

function SectionOf({ section, project }: { section: Section; project: ProjectSettings }) {
  switch (section) {
    case 'project':
      return <ProjectSection project={project} />;
    case 'environments':
      return <EnvironmentsSection projectId={project.id} />;
    case 'hosts':
      return <HostsSection project={project} />;
    case 'webhook':
      return <WebhookSection project={project} />;
    case 'keys':
      return <KeysSection projectId={project.id} />;
    case 'variables':
      return <VariablesSection projectId={project.id} />;
  }
}
