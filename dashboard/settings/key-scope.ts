import type { ApiKey, IssuedApiKey } from '../../src/client/index.ts';
import { client } from '../service/client.ts';

/** The keys of one project, or those of the whole service. */
export interface KeyScope {
  queryKey: readonly unknown[];
  list(signal: AbortSignal): Promise<{ keys: ApiKey[] }>;
  issue(name: string | null): Promise<{ key: IssuedApiKey }>;
  revoke(keyId: string): Promise<unknown>;
}

export function projectKeys(projectId: string): KeyScope {
  return {
    queryKey: ['keys', projectId],
    list: (signal) => client.call('listProjectKeys', { path: { projectId }, signal }),
    issue: (name) => client.call('issueProjectKey', { path: { projectId }, body: { name } }),
    revoke: (keyId) => client.call('revokeProjectKey', { path: { projectId, keyId } }),
  };
}

export const adminKeys: KeyScope = {
  queryKey: ['admin-keys'],
  list: (signal) => client.call('listAdminKeys', { signal }),
  issue: (name) => client.call('issueAdminKey', { body: { name } }),
  revoke: (keyId) => client.call('revokeAdminKey', { path: { keyId } }),
};
