import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TextLink } from '../parts/links.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { LiveSign } from './live-sign.tsx';
import { Navigation } from './navigation.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { SignOut } from './sign-out.tsx';
import { Warnings } from './warnings.tsx';

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
