import type { ProjectSettings } from '../../src/client/index.ts';
import { HostList } from './host-list.tsx';
import { useProjectChange } from './project-query.ts';
import { SettingCard } from './setting-card.tsx';

export function HostsSection({ project }: { project: ProjectSettings }) {
  return (
    <>
      <SettingCard
        title="Allowed hosts"
        description="Where the browser of a run may go. A host without a port is allowed on every port; *.example.com is every host below example.com."
      >
        <ProjectHosts
          project={project}
          member="allowedHosts"
          label="Host to allow"
          whenEmpty="A run may go to the host that it opens first, and to those that this one redirects to."
        />
      </SettingCard>
      <SettingCard
        title="Allowed receivers"
        description="Where a group webhook, which needs no API key, may have results sent. Calls with an API key may name any receiver."
      >
        <ProjectHosts
          project={project}
          member="allowedReceivers"
          label="Receiver to allow"
          whenEmpty="A group webhook may have results sent to the default webhook of the project and nowhere else."
        />
      </SettingCard>
    </>
  );
}

interface Props {
  project: ProjectSettings;
  member: 'allowedHosts' | 'allowedReceivers';
  label: string;
  whenEmpty: string;
}

function ProjectHosts({ project, member, label, whenEmpty }: Props) {
  const change = useProjectChange(project.id);
  return (
    <HostList
      label={label}
      hosts={project[member] ?? []}
      whenEmpty={whenEmpty}
      isPending={change.isPending}
      error={change.error}
      onChange={(hosts) =>
        change.mutateAsync({ [member]: hosts.length === 0 ? null : hosts }).then(
          () => true,
          () => false,
        )
      }
    />
  );
}
