import { PublicError } from '../../kernel/errors.ts';
import { matchesAnyHost, patternsOf } from '../../kernel/host-pattern.ts';
import type { DatabaseTransaction } from '../database/database.ts';
import { listEnvironments } from '../projects/environment-store.ts';
import { type Project, requireProject } from '../projects/project-store.ts';
import type { BatchRequest } from './batch.ts';

/**
 * Holds a call that shows no key to what its project has set up: runs fill in the project's secrets, and results tell
 * what they saw. The answer names the setting, never what is in it.
 */
export async function permitted(
  trx: DatabaseTransaction,
  projectId: string,
  request: BatchRequest,
): Promise<BatchRequest> {
  const { targetUrl, webhookUrl } = request;
  const project = await requireProject(trx, projectId);
  // What the project itself says that its runs test.
  const environments = targetUrl === null ? [] : await listEnvironments(trx, projectId);
  const tested = [project.target_url, ...environments.map(({ url }) => url)]
    .filter((address) => address !== null)
    .map((address) => new URL(address));
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
  return { ...request, confinedTo: targetUrl === null ? null : confinementTo(new URL(targetUrl), tested) };
}

/**
 * A caller may choose a page of the tested host that sends the browser on. Only where the project itself leads may the
 * run go then.
 */
function confinementTo(url: URL, tested: readonly URL[]): string[] | null {
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
