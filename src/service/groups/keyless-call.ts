import { PublicError } from '../../kernel/errors.ts';
import { matchesAnyHost, patternsOf } from '../../kernel/host-pattern.ts';
import type { Environment } from '../projects/environment-store.ts';
import type { Project } from '../projects/project-store.ts';
import type { RunRequest } from '../runs/run-request.ts';

type Addresses = Pick<RunRequest, 'targetUrl' | 'webhookUrl'>;

/** What the project itself says that its runs test. */
export function testedAddresses(
  { target_url }: Pick<Project, 'target_url'>,
  environments: readonly Environment[],
): URL[] {
  return [target_url, ...environments.map(({ url }) => url)]
    .filter((address) => address !== null)
    .map((address) => new URL(address));
}

/**
 * Holds a call that shows no key to what its project has set up: runs fill in the project's secrets, and results tell
 * what they saw. The answer names the setting, never what is in it.
 */
export function refuseForeignAddresses(
  project: Project,
  tested: readonly URL[],
  { targetUrl, webhookUrl }: Addresses,
): void {
  if (targetUrl !== null && !isTestedHost(project, tested, new URL(targetUrl))) {
    throw refusal(
      'targetUrl',
      targetUrl,
      "allowedHosts, or name it in the project's targetUrl or in one of its environments",
    );
  }
  if (webhookUrl !== null && !isReceiver(project, new URL(webhookUrl))) {
    throw refusal('webhookUrl', webhookUrl, "allowedReceivers, or name it in the project's webhookUrl");
  }
}

/**
 * A caller may choose a page of the tested host that sends the browser on. Only where the project itself leads may the
 * run go then; null where the caller has chosen nothing.
 */
export function confinementOf(tested: readonly URL[], { targetUrl }: Addresses): string[] | null {
  if (targetUrl === null) return null;
  const url = new URL(targetUrl);
  const isOwn = tested.some(({ href }) => href === url.href);
  return isOwn ? null : patternsOf(url);
}

function isTestedHost({ allowed_hosts }: Project, tested: readonly URL[], url: URL): boolean {
  return matchesAnyHost(allowed_hosts ?? [], url) || tested.some(({ host }) => host === url.host);
}

function isReceiver({ allowed_receivers, webhook_url }: Project, url: URL): boolean {
  return (
    matchesAnyHost(allowed_receivers ?? [], url) ||
    (webhook_url !== null && new URL(webhook_url).origin === url.origin)
  );
}

function refusal(member: string, address: string, settings: string): PublicError {
  return new PublicError(
    'Forbidden',
    `${member}: a group webhook may not name ${new URL(address).host}. Add that host to the project's ${settings}; or start the group with an API key.`,
  );
}
