import { NavigationLink } from '../parts/links.tsx';

const pages = [
  { to: '/projects/$projectId', label: 'Overview' },
  { to: '/projects/$projectId/runs', label: 'Runs' },
  { to: '/projects/$projectId/builds', label: 'Builds' },
  { to: '/projects/$projectId/groups', label: 'Groups' },
  { to: '/projects/$projectId/tests', label: 'Tests' },
  { to: '/projects/$projectId/apps', label: 'Apps' },
  { to: '/projects/$projectId/deliveries', label: 'Deliveries' },
  { to: '/projects/$projectId/workers', label: 'Workers' },
  { to: '/projects/$projectId/settings', label: 'Settings' },
] as const;

export function Navigation({ projectId }: { projectId: string }) {
  return pages.map(({ to, label }) => (
    <NavigationLink
      key={to}
      to={to}
      params={{ projectId }}
      label={label}
      activeOptions={{ exact: to === '/projects/$projectId', includeSearch: false }}
      activeProps={{ active: true }}
    />
  ));
}
