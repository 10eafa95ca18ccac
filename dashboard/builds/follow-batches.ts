import type { QueryClient } from '@tanstack/react-query';
import type { GantryEvent } from '../../src/client/index.ts';
import { client } from '../service/client.ts';
import { coalescing } from '../service/coalescing.ts';
import { type BatchPages, holdsBatch, type RunState, withBatch, withRunState } from './batch-list.ts';
import { batchesQuery } from './batches-query.ts';

/**
 * Writes what an event says into the batches that are shown. Only a batch that is not known yet is asked for, since an event
 * does not name its group.
 */
export function createBatchFollower(
  queryClient: QueryClient,
  projectId: string,
): (event: GantryEvent) => void {
  const listsOf = (type: 'all' | 'active') =>
    queryClient.getQueryCache().findAll({ queryKey: ['batches', projectId], type });
  /** Of groups that are not shown, or older than what is loaded. */
  const elsewhere = new Set<string>();
  const asked = new Set<string>();
  const load = coalescing(async ([batchId]: readonly [string]) => {
    asked.add(batchId);
    const { batch } = await client
      .call('getBatch', { path: { id: batchId } })
      .finally(() => asked.delete(batchId));
    const { queryKey } = batchesQuery(projectId, batch.groupId);
    const pages = queryClient.setQueryData(queryKey, (before) => before && withBatch(before, batch));
    if (pages === undefined || !holdsBatch(pages, batchId)) elsewhere.add(batchId);
  });

  return ({ type, data }) => {
    const batchId = type.startsWith('batch.') ? data.id : data.batchId;
    if (batchId == null) return;
    // An answer under way may be older than this event, and would undo it.
    if (asked.has(batchId)) load([batchId]);
    const holding = listsOf('all').find(({ state }) => {
      const pages = state.data as BatchPages | undefined;
      return pages !== undefined && holdsBatch(pages, batchId);
    });
    if (holding === undefined) {
      if (elsewhere.has(batchId)) return;
      if (listsOf('active').length > 0) load([batchId]);
      else void queryClient.invalidateQueries({ queryKey: ['batches', projectId], refetchType: 'none' });
    } else if (type.startsWith('run.')) {
      const { id, status, result = null } = data;
      const state = { id, batchId, status, result } as RunState;
      queryClient.setQueryData<BatchPages>(holding.queryKey, (pages) => pages && withRunState(pages, state));
    }
  };
}
