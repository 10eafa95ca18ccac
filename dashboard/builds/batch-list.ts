import type { InfiniteData } from '@tanstack/react-query';
import type { AnswerTo, Batch, BatchRun } from '../../src/client/index.ts';

export type BatchPages = InfiniteData<AnswerTo<'listBatches'>>;

/** What an event says of a run. */
export type RunState = Pick<BatchRun, 'id' | 'status' | 'result'> & { batchId: string };

export function holdsBatch({ pages }: BatchPages, batchId: string): boolean {
  return pages.some(({ batches }) => batches.some(({ id }) => id === batchId));
}

/** The list as it is after a run has changed, without asking the service. */
export function withRunState(pages: BatchPages, { batchId, id, status, result }: RunState): BatchPages {
  return changeBatch(pages, batchId, (batch) => ({
    ...batch,
    runs: batch.runs.map((run) => (run.id === id ? { ...run, status, result } : run)),
  }));
}

/** The list with a batch as it is now: replaced, or put in its place where the list reaches that far. */
export function withBatch(pages: BatchPages, batch: Batch): BatchPages {
  if (holdsBatch(pages, batch.id)) return changeBatch(pages, batch.id, () => batch);
  const at = pages.pages.findIndex(
    ({ batches, nextCursor }) => nextCursor === null || batches.some((other) => isNewer(batch, other)),
  );
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      if (index !== at) return page;
      const before = page.batches.findIndex((other) => isNewer(batch, other));
      return {
        ...page,
        batches: page.batches.toSpliced(before === -1 ? page.batches.length : before, 0, batch),
      };
    }),
  };
}

function isNewer(one: Batch, other: Batch): boolean {
  return one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
}

function changeBatch(pages: BatchPages, batchId: string, change: (batch: Batch) => Batch): BatchPages {
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      page.batches.some(({ id }) => id === batchId)
        ? { ...page, batches: page.batches.map((batch) => (batch.id === batchId ? change(batch) : batch)) }
        : page,
    ),
  };
}
