import { isWeb, matchesAnyHost } from '../../../kernel/host-pattern.ts';
import { parseUrl } from '../../../kernel/url.ts';

/** Where the browser's pages may go, as data: exact hosts, with a port or without, and `*.example.com`. */
export interface NavigationPolicy {
  /** Null for where the run may go, else the host that it may not. */
  refusedHost(url: string): string | null;
  /** The next address that is opened, and where its server sends it, are allowed from then on. */
  learn(url: string): void;
}

/**
 * With a list, the list alone decides. Without one, what is learnt does: the host of the target, and every host that
 * the first navigation is redirected to.
 */
export function createNavigationPolicy(
  allowedHosts: readonly string[] | null,
  targetUrl: string | null,
): NavigationPolicy {
  const learnt = new Set<string>();
  if (targetUrl !== null) learn(targetUrl);

  function learn(url: string): void {
    const parsed = parseUrl(url);
    if (parsed !== null && isWeb(parsed)) learnt.add(parsed.host);
  }

  return {
    refusedHost(url) {
      const parsed = parseUrl(url);
      if (parsed === null || !isWeb(parsed)) return null;
      const isAllowed =
        allowedHosts === null
          ? learnt.size === 0 || learnt.has(parsed.host)
          : matchesAnyHost(allowedHosts, parsed);
      return isAllowed ? null : parsed.host;
    },
    learn,
  };
}

/** An address that a run may open, or the reason why not. */
export function openable(url: string): { url: string } | { fault: string } {
  if (url === 'about:blank') return { url };
  const parsed = parseUrl(url);
  if (parsed === null)
    return { fault: `"${url}" is no address: it needs to begin with http:// or https://.` };
  if (!isWeb(parsed))
    return { fault: `Addresses that begin with ${parsed.protocol} can't be opened, only http and https.` };
  return { url: parsed.href };
}
