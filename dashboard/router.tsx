import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { appsSearch } from './apps/apps-search.ts';
import { buildsSearch } from './builds/builds-search.ts';
import { compareSearch } from './compare/compare-search.ts';
import { deliveriesSearch } from './deliveries/deliveries-search.ts';
import { Frame } from './frame/frame.tsx';
import { NoSuchPage, PageFailed } from './frame/page-failed.tsx';
import { ProjectScope } from './frame/project-scope.tsx';
import { startProject } from './frame/start-project.ts';
import { newProjectSearch } from './new-project/new-project-search.ts';
import { overviewSearch } from './overview/overview-search.ts';
import { runSearch } from './run/run-search.ts';
import { runsSearch } from './runs/runs-search.ts';
import { isSignedOut } from './service/client.ts';
import { sessionQuery } from './service/session.ts';
import { settingsSearch } from './settings/settings-search.ts';
import { SignInPage, signInSearch } from './sign-in/sign-in-page.tsx';

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: SignInPage,
});

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    try {
      await queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: '/sign-in', search: { to: location.href === '/' ? undefined : location.href } });
    }
  },
  component: Frame,
});

const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context: { queryClient } }) => {
    const projectId = await startProject(queryClient);
    throw projectId === null
      ? redirect({ to: '/new-project' })
      : redirect({ to: '/projects/$projectId', params: { projectId } });
  },
});

const newProjectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/new-project',
  validateSearch: newProjectSearch,
  component: lazyRouteComponent(() => import('./new-project/new-project-page.tsx'), 'NewProjectPage'),
});

const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects/$projectId',
  component: ProjectScope,
});

const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});

const runsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/runs',
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import('./runs/runs-page.tsx'), 'RunsPage'),
});

const runRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/runs/$runId',
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import('./run/run-page.tsx'), 'RunPage'),
});

const appsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/apps',
  validateSearch: appsSearch,
  component: lazyRouteComponent(() => import('./apps/apps-page.tsx'), 'AppsPage'),
});

const appRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/apps/$appId',
  component: lazyRouteComponent(() => import('./apps/app-page.tsx'), 'AppPage'),
});

const workersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/workers',
  component: lazyRouteComponent(() => import('./workers/workers-page.tsx'), 'WorkersPage'),
});

const buildsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/builds',
  validateSearch: buildsSearch,
  component: lazyRouteComponent(() => import('./builds/builds-page.tsx'), 'BuildsPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('./compare/compare-page.tsx'), 'ComparePage'),
});

const groupsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/groups',
  component: lazyRouteComponent(() => import('./groups/groups-page.tsx'), 'GroupsPage'),
});

const groupRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/groups/$groupId',
  component: lazyRouteComponent(() => import('./group/group-page.tsx'), 'GroupPage'),
});

const testsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/tests',
  component: lazyRouteComponent(() => import('./tests/tests-page.tsx'), 'TestsPage'),
});

const newTestRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/tests/new',
  component: lazyRouteComponent(() => import('./test/test-page.tsx'), 'NewTestPage'),
});

const testRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/tests/$testId',
  component: lazyRouteComponent(() => import('./test/test-page.tsx'), 'TestPage'),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/deliveries',
  validateSearch: deliveriesSearch,
  component: lazyRouteComponent(() => import('./deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  signedInRoute.addChildren([
    startRoute,
    newProjectRoute,
    projectRoute.addChildren([
      overviewRoute,
      runsRoute,
      runRoute,
      appsRoute,
      appRoute,
      workersRoute,
      testsRoute,
      newTestRoute,
      testRoute,
      groupsRoute,
      groupRoute,
      buildsRoute,
      compareRoute,
      deliveriesRoute,
      settingsRoute,
    ]),
  ]),
]);

export function createDashboardRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: new URL(document.baseURI).pathname,
    context: { queryClient },
    // Otherwise a page would be given also what its own check has left out.
    search: { strict: true },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NoSuchPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
