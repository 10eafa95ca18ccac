import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { GantryEvent } from '../../src/client/index.ts';

type Event = Pick<GantryEvent, 'type' | 'data'>;

/** Which queries an event changes, by the first member of their keys. The second is the id of their run or project. */
const changes = new Map<unknown, (event: Event, key: QueryKey) => boolean>([
  ['run', (event, [, id]) => isOfRun(event, id) && isOfRecord(event)],
  ['deliveries', (event, [, id]) => isOfRun(event, id) && attempts.has(event.type)],
  ['runs', (event, [, id]) => isOfProject(event, id) && isOfRecord(event)],
  ['batches', (event, [, id]) => isOfProject(event, id) && (isOfBatch(event) || isOfRunInBatch(event))],
  ['statistics', (event, [, id]) => isOfProject(event, id) && endings.has(event.type)],
  ['project-deliveries', (event, [, id, search]) => isOfProject(event, id) && isOfDelivery(event, search)],
]);

const endings = new Set<string>(['run.completed', 'run.failed', 'run.cancelled']);
const attempts = new Set<string>(['delivery.attempted', 'run.delivered', 'run.undelivered']);

function isOfProject({ data }: Event, projectId: unknown): boolean {
  return data.projectId === projectId;
}

function isOfRun({ data: { id, runIds } }: Event, runId: unknown): boolean {
  return id === runId || runIds?.some((one) => one === runId) === true;
}

/** An attempt that is not the last changes nothing of its run. */
function isOfRecord(event: Event): boolean {
  return !isOfBatch(event) && event.type !== 'delivery.attempted';
}

function isOfBatch({ type }: Event): boolean {
  return type.startsWith('batch.');
}

/** A batch shows how its runs have ended, not how far they are. */
function isOfRunInBatch({ type, data }: Event): boolean {
  return data.batchId != null && type !== 'run.progress';
}

/** Among failed ones, the row of a new round stays below the pointer of who has started it until the round has ended. */
function isOfDelivery({ type, data }: Event, search: unknown): boolean {
  if (type.startsWith('deliver')) return !isOnlyFailed(search);
  return attempts.has(type) || (endings.has(type) && data.webhookStatus !== null);
}

function isOnlyFailed(search: unknown): boolean {
  return typeof search === 'object' && search !== null && 'status' in search && search.status === 'failed';
}

export function isChangedBy(event: Event, { queryKey }: Query): boolean {
  return changes.get(queryKey[0])?.(event, queryKey) ?? false;
}

export function isChangedByAnyEvent({ queryKey }: Query): boolean {
  return changes.has(queryKey[0]);
}

const restMs = 1_000;

/**
 * Loads what is shown again when it has changed: each query at once, then at most once a second, and once more for what came
 * meanwhile. What is not shown is loaded again when it is.
 */
export function createRefetcher(
  queryClient: QueryClient,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): (isChanged: (query: Query) => boolean) => void {
  const cache = queryClient.getQueryCache();
  const underWay = new Map<string, 'once' | 'again'>();

  async function refetch(queryHash: string): Promise<void> {
    do {
      underWay.set(queryHash, 'once');
      const [isCurrent] = await Promise.all([refetchOnce(cache.get(queryHash)), wait(restMs)]);
      if (!isCurrent) underWay.set(queryHash, 'again');
    } while (underWay.get(queryHash) === 'again');
    underWay.delete(queryHash);
  }

  /** False where what is shown then may be older than the change. */
  async function refetchOnce(query: Query | undefined): Promise<boolean> {
    if (query === undefined) return true;
    const wasUnderWay = query.state.fetchStatus === 'fetching';
    // A further page that somebody has asked for is not cancelled, but may itself cancel this.
    await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    const wasCancelledByPage = query.isActive() && query.state.fetchMeta?.fetchMore !== undefined;
    return !wasUnderWay && !wasCancelledByPage;
  }

  return (isChanged) => {
    for (const { queryHash } of cache.findAll({ predicate: isChanged })) {
      if (underWay.has(queryHash)) underWay.set(queryHash, 'again');
      else void refetch(queryHash);
    }
  };
}
