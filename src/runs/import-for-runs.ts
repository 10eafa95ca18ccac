import { holdFromBirth } from '../apps/holds.ts';
import {
  discardFetched,
  type FetchedApp,
  fetchApp,
  ImportFault,
  type ImportParts,
  type Progress,
  recordImport,
} from '../apps/import-app.ts';
import { endImport, findImport, type Import, writeImportProgress } from '../apps/import-store.ts';
import type { DatabaseTransaction } from '../database/database.ts';
import {
  type JobHandlers,
  type JobOf,
  type JobOutcome,
  type Lease,
  queues,
  queueTopic,
} from '../jobs/job.ts';
import { settle } from '../jobs/job-store.ts';
import type { Log } from '../kernel/log.ts';
import { lockProject } from '../projects/project-store.ts';
import { admitRuns, type EndRunParts, endRun } from './end-run.ts';
import { eventsTopic, tellOfBatch } from './event.ts';
import { findUnfinishedOfImport, giveAppToRuns } from './import-runs-store.ts';

export interface Importer {
  handle: JobHandlers['artifact.import'];
  /** Imports under way break off and go back to their queue. */
  stop(): void;
}

const progressEveryMs = 500;
const maxStarts = 2;

class Stopped extends Error {}
/** The lease is lost, or nobody waits for the app any more. */
class Unwanted extends Error {}

/** Brings the apps that runs wait for, and lets those runs in, or ends them with the reason. */
export function createImporter(parts: EndRunParts & ImportParts & { log: Log }): Importer {
  const { db, notifications, log } = parts;
  const stopping = new AbortController();

  async function handle(job: JobOf<'artifact.import'>): Promise<JobOutcome> {
    const wanted = await findImport(db, job.payload.importId);
    if (wanted === null || wanted.ended_at !== null) return 'done';
    if (job.attempts > maxStarts) return fail(job, wanted, workerLost);
    try {
      await complete(job, wanted, await fetchWanted(job, wanted));
      return 'settled';
    } catch (error) {
      if (error instanceof Stopped) return { againInMs: 0 };
      if (error instanceof Unwanted) return fail(job, wanted, null);
      if (error instanceof ImportFault) return fail(job, wanted, error);
      throw error;
    }
  }

  async function fetchWanted(job: Lease, wanted: Import): Promise<FetchedApp> {
    const breakingOff = new AbortController();
    const stop = () => breakingOff.abort(new Stopped());
    stopping.signal.addEventListener('abort', stop, { once: true });
    if (stopping.signal.aborted) stop();
    let latest: Progress = { bytesRead: 0, bytesTotal: null };
    let writing: Promise<void> | null = null;
    const write = () => {
      writing ??= tell(job, wanted, latest, breakingOff)
        .catch((error: unknown) =>
          log.warn({ err: error, importId: wanted.id }, 'the progress of an import could not be written'),
        )
        .finally(() => {
          writing = null;
        });
    };
    const timer = setInterval(write, progressEveryMs);
    try {
      await tell(job, wanted, latest, breakingOff);
      return await fetchApp(
        parts,
        { projectId: wanted.project_id, url: wanted.url },
        (progress) => {
          latest = progress;
        },
        breakingOff.signal,
      );
    } finally {
      clearInterval(timer);
      stopping.signal.removeEventListener('abort', stop);
      await writing;
    }
  }

  async function tell(
    job: Lease,
    wanted: Import,
    progress: Progress,
    breakingOff: AbortController,
  ): Promise<void> {
    const isOurs = await writeImportProgress(db, job, wanted.id, progress);
    const waiting = isOurs ? await findUnfinishedOfImport(db, wanted.id) : [];
    if (waiting.length === 0) breakingOff.abort(new Unwanted());
    else notifications.publish(eventsTopic(wanted.project_id));
  }

  /** Record, holds, runs, the end of the import and of its job commit together. */
  async function complete(job: Lease, wanted: Import, fetched: FetchedApp): Promise<void> {
    const { platform } = fetched.info;
    const outcome = await db.transaction().execute(async (trx) => {
      await lockProject(trx, wanted.project_id);
      if ((await settle(trx, [job])).size === 0) return null;
      const waiting = await findUnfinishedOfImport(trx, wanted.id);
      const [fitting, others] = partition(
        waiting,
        (run) => run.platform === null || run.platform === platform,
      );
      if (fitting.length > 0) {
        const app = await recordImport(trx, { id: wanted.id, projectId: wanted.project_id }, fetched);
        if (app === null) throw new Error('an import outlived its clean-up');
        const holderIds = fitting.map(({ id }) => id);
        await holdFromBirth(trx, { appId: app.id, holderIds });
        await giveAppToRuns(trx, holderIds, app);
      }
      return { isUsed: fitting.length > 0, others, admitted: await release(trx, wanted, 'completed') };
    });
    if (outcome === null || !outcome.isUsed) await discardFetched(db, fetched);
    if (outcome === null) return;
    tellAdmitted(wanted, outcome.admitted);
    const message = `The test is for another platform than the artifact, which is for ${platform}.`;
    for (const { id } of outcome.others) {
      await endRun(parts, id, { change: 'fail', error: { code: 'WRONG_PLATFORM', message } }, 'anyone');
    }
  }

  /** Runs first: if this breaks off, the job comes again and finds those that are left. */
  async function fail(
    job: Lease,
    wanted: Import,
    fault: { code: string; message: string } | null,
  ): Promise<JobOutcome> {
    if (fault !== null) {
      for (const { id } of await findUnfinishedOfImport(db, wanted.id)) {
        const { code, message } = fault;
        await endRun(parts, id, { change: 'fail', error: { code, message } }, 'anyone');
      }
    }
    const admitted = await db.transaction().execute(async (trx) => {
      await lockProject(trx, wanted.project_id);
      return (await settle(trx, [job])).size === 0 ? null : release(trx, wanted, 'failed');
    });
    if (admitted !== null) tellAdmitted(wanted, admitted);
    return 'settled';
  }

  async function release(
    trx: DatabaseTransaction,
    wanted: Import,
    status: 'completed' | 'failed',
  ): Promise<string[]> {
    const hadPlace = await endImport(trx, wanted.id, status);
    const [run] = await findUnfinishedOfImport(trx, wanted.id);
    if (run !== undefined && run.batch_id !== null) await tellOfBatch(trx, run.batch_id);
    return admitRuns(trx, wanted.project_id, hadPlace ? 1 : 0);
  }

  function tellAdmitted(wanted: Import, platforms: string[]): void {
    for (const platform of new Set(platforms)) notifications.publish(queueTopic(queues.runs(platform)));
    notifications.publish(eventsTopic(wanted.project_id));
  }

  return { handle, stop: () => stopping.abort() };
}

function partition<Item>(items: Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

const workerLost = {
  code: 'WORKER_LOST',
  message: 'The worker that fetched the artifact was lost twice; start the runs again.',
};
