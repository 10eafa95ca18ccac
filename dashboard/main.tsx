import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { theme } from './frame/theme.ts';
import { createDashboardRouter } from './router.tsx';
import { onSignedInElsewhere } from './service/other-tabs.ts';
import { createQueryClient } from './service/query-client.ts';
import { sessionQuery } from './service/session.ts';

const queryClient = createQueryClient(() => void router.navigate({ to: '/sign-in', search: { to: here() } }));
const router = createDashboardRouter(queryClient);

function here(): string | undefined {
  const { href } = router.state.location;
  return href.startsWith('/sign-in') ? undefined : href;
}

// What this page shows is of another key, and what is sent from it would be done with the new one.
onSignedInElsewhere((keyId) => {
  const shown = queryClient.getQueryData(sessionQuery.queryKey);
  if (shown === undefined || shown.keyId === keyId) return;
  queryClient.clear();
  void router.navigate({ to: '/' });
});

/** The content security policy lets only style elements with this nonce through. */
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
// A dialog locks the scrolling of the page by a style element, and its library looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

const root = document.getElementById('root');
if (root === null) throw new TypeError('the page has no root element');
createRoot(root).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
