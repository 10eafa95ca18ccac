import type { AppFilter } from './apps-query.ts';

/** The state of the page as its address has it; what is no filter is left out. */
export function appsSearch({ platform, bundleId }: Record<string, unknown>): AppFilter {
  return {
    ...((platform === 'ios' || platform === 'android') && { platform }),
    ...(typeof bundleId === 'string' && bundleId.trim() !== '' && { bundleId: bundleId.trim() }),
  };
}
