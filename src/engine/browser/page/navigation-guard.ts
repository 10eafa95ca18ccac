import type { Browser, CDPSession } from 'playwright-core';
import type { NavigationPolicy } from './navigation-policy.ts';

/** One run's pages, as the browser itself sees them. */
interface Watched {
  readonly policy: NavigationPolicy;
  readonly credentials: { readonly username: string; readonly password: string };
  refused(host: string): void;
  /** A tab has come into being, or gone; Playwright reports it some time later. */
  tabsExpected(count: number): void;
}

export type NavigationGuard = Awaited<ReturnType<typeof startGuard>>;

interface Context {
  readonly watched: Watched;
  readonly tabs: Set<string>;
  /** The chain of redirects of the first navigation; null until it begins. */
  firstNavigation: string | null;
}

/**
 * Judges every document at the browser itself, before it is asked for: each hop of a redirect and the first request of a
 * new tab too, which Playwright's `route` is not asked about. Answers the proxy's challenge on the same way; with
 * Playwright's own `proxy.username` every request would take a turn through this process, and none would be cached.
 */
export async function startGuard(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const contexts = new Map<string, Context>();
  /** Main frame → context. The frame and its tab have the same name for as long as they live. */
  const mainFrames = new Map<string, string>();
  const challenged = new Set<string>();
  const say: CDPSession['send'] = (method, params) => session.send(method, params);
  const unlessGone = (sent: Promise<unknown>) => void sent.catch(() => undefined);

  session.on('Target.targetCreated', ({ targetInfo }) => {
    const { targetId, browserContextId } = targetInfo;
    if (targetInfo.type !== 'page' || browserContextId === undefined) return;
    mainFrames.set(targetId, browserContextId);
    const context = contexts.get(browserContextId);
    if (context === undefined) return;
    context.tabs.add(targetId);
    context.watched.tabsExpected(context.tabs.size);
  });
  session.on('Target.targetDestroyed', ({ targetId }) => {
    const context = contexts.get(mainFrames.get(targetId) ?? '');
    mainFrames.delete(targetId);
    if (context?.tabs.delete(targetId)) context.watched.tabsExpected(context.tabs.size);
  });

  session.on('Fetch.requestPaused', async ({ requestId, networkId, frameId, request }) => {
    const context = contexts.get((await contextOf(frameId)) ?? '');
    const host = context === undefined ? null : judge(context, request.url, networkId ?? requestId);
    if (context === undefined || host === null)
      return unlessGone(say('Fetch.continueRequest', { requestId }));
    context.watched.refused(host);
    // Aborted, the page stays as it was, for the last picture of the run.
    unlessGone(say('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
  });

  session.on('Fetch.authRequired', async ({ requestId, frameId, authChallenge }) => {
    const context = contexts.get((await contextOf(frameId)) ?? '');
    const isAnswerable =
      authChallenge.source === 'Proxy' && context !== undefined && !challenged.has(requestId);
    challenged.add(requestId);
    if (challenged.size > 10_000) challenged.clear();
    unlessGone(
      say('Fetch.continueWithAuth', {
        requestId,
        authChallengeResponse: isAnswerable
          ? { response: 'ProvideCredentials', ...context.watched.credentials }
          : { response: authChallenge.source === 'Proxy' ? 'CancelAuth' : 'Default' },
      }),
    );
  });

  /** Undefined for a frame within a page. */
  async function contextOf(frameId: string): Promise<string | undefined> {
    const known = mainFrames.get(frameId);
    if (known !== undefined) return known;
    const { targetInfo } = await say('Target.getTargetInfo', { targetId: frameId }).catch(() => ({
      targetInfo: undefined,
    }));
    return targetInfo?.type === 'page' ? targetInfo.browserContextId : undefined;
  }

  await session.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }], handleAuthRequests: true });

  return {
    /** `contextId` is the browser's own name of a context. */
    watch(contextId: string, watched: Watched): () => void {
      const tabs = [...mainFrames].filter(([, context]) => context === contextId).map(([frame]) => frame);
      contexts.set(contextId, { watched, tabs: new Set(tabs), firstNavigation: null });
      watched.tabsExpected(tabs.length);
      return () => contexts.delete(contextId);
    },
  };
}

function judge(context: Context, url: string, chain: string): string | null {
  const { policy } = context.watched;
  const isFirst = context.firstNavigation === null;
  context.firstNavigation ??= chain;
  const host = policy.refusedHost(url);
  if (context.firstNavigation !== chain) return host;
  // The first address itself is held against the target; where its server sends it is part of the target.
  if (isFirst && host !== null) return host;
  policy.learn(url);
  return policy.refusedHost(url);
}
