import {
  ActionIcon,
  Alert,
  AppShell,
  Badge,
  Burger,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MoonIcon, SignOutIcon, SunIcon } from '../parts/icons.tsx';
import { NavigationLink, TextLink } from '../parts/links.tsx';
import { client } from '../service/client.ts';
import { streamIsOpen } from '../service/live.ts';
import { useStore } from '../service/store.ts';
import { forgetWarnings, shownWarnings } from '../service/warnings.ts';
import { ProjectMenu } from './project-menu.tsx';

/** What stands around every page: the project, the navigation, the signed-in user. */
export function Frame() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { projectId } = useParams({ strict: false });
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(() => close(), [pathname, close]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
            />
            <TextLink to="/" fw={700} c="var(--mantine-color-text)" visibleFrom="xs">
              Gantry
            </TextLink>
            <ProjectMenu projectId={projectId} />
          </Group>
          <Group gap="xs" wrap="nowrap">
            {projectId !== undefined && <LiveSign />}
            <ColorSchemeSwitch />
            <SignOut />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        {projectId !== undefined && <Navigation projectId={projectId} />}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Warnings />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon
      variant="default"
      aria-label={`Use ${other} colors`}
      title={`Use ${other} colors`}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? <MoonIcon /> : <SunIcon />}
    </ActionIcon>
  );
}

/** Says whether changes reach the page as they happen. */
function LiveSign() {
  const isLive = useStore(streamIsOpen);
  return (
    <Badge
      variant="dot"
      color={isLive ? 'green' : 'yellow'}
      role="status"
      title={
        isLive ? 'Changes are shown as they happen' : 'Waiting for the service; what is shown may be old'
      }
    >
      {isLive ? 'Live' : 'Connecting'}
    </Badge>
  );
}

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

function Navigation({ projectId }: { projectId: string }) {
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

function SignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => client.call('signOut'),
    onSettled: async () => {
      await navigate({ to: '/sign-in' });
      queryClient.clear();
    },
  });
  return (
    <ActionIcon
      variant="default"
      aria-label="Sign out"
      title="Sign out"
      loading={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <SignOutIcon />
    </ActionIcon>
  );
}

/** A form that gives what the service does not take has done only part of what it says. */
function Warnings() {
  const warnings = useStore(shownWarnings);
  if (warnings.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      mb="md"
      title="The service has not taken all of it"
      withCloseButton
      closeButtonLabel="Close the warnings"
      onClose={forgetWarnings}
    >
      {warnings.map(({ path, message }) => (
        <Text key={`${path} ${message}`} size="sm">
          {path}: {message}
        </Text>
      ))}
    </Alert>
  );
}
