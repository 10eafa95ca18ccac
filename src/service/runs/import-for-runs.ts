import { type SqlBool, sql } from 'kysely';
import type { Log } from '../../kernel/log.ts';
import { maxStarts } from '../../kernel/max-starts.ts';
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
import {
  admitImports,
  endImport,
  findImport,
  type Import,
  writeImportProgress,
} from '../apps/import-store.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import {
  type JobHandlers,
  type JobOf,
  type JobOutcome,
  type Lease,
  queues,
  queueTopic,
} from '../jobs/job.ts';
import { settle } from '../jobs/job-store.ts';
import { lockProject } from '../projects/project-store.ts';
import { type Admit, transactionThatAdmits } from './admit-runs.ts';
import { type EndRunParts, endRun } from './end-run.ts';
import { eventsTopic, publishBatchEvent } from './event.ts';
import type { Run } from './run.ts';

export interface Importer {
  handle: JobHandlers['artifact.import'];
  /** Aborts imports under way, which go back to their queue. */
  stop(): void;
}

const progressEveryMs = 500;

class Stopped extends Error {}
/** The lease is lost, or no run waits for the app any more. */
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
    const aborting = new AbortController();
    const stop = () => aborting.abort(new Stopped());
    stopping.signal.addEventListener('abort', stop, { once: true });
    if (stopping.signal.aborted) stop();
    let latest: Progress = { bytesRead: 0, bytesTotal: null };
    let told: Progress | null = null;
    let writing: Promise<void> | null = null;
    const tellLatest = async () => {
      const isNews = told !== latest;
      told = latest;
      if (!(await tell(job, wanted, latest, isNews))) aborting.abort(new Unwanted());
    };
    const write = () => {
      writing ??= tellLatest()
        .catch((error: unknown) =>
          log.warn({ err: error, importId: wanted.id }, 'the progress of an import could not be written'),
        )
        .finally(() => {
          writing = null;
        });
    };
    const timer = setInterval(write, progressEveryMs);
    try {
      await tellLatest();
      return await fetchApp(
        parts,
        { projectId: wanted.project_id, url: wanted.url },
        (progress) => {
          latest = progress;
        },
        aborting.signal,
      );
    } finally {
      clearInterval(timer);
      stopping.signal.removeEventListener('abort', stop);
      await writing;
    }
  }

  /** False when the lease is lost, or no run waits for the app any more. */
  async function tell(job: Lease, wanted: Import, progress: Progress, isNews: boolean): Promise<boolean> {
    const isWanted = await db.transaction().execute(async (trx) => {
      await lockProject(trx, wanted.project_id);
      if (!(await writeImportProgress(trx, job, wanted.id, progress))) return false;
      const [waiting] = await findUnfinishedOfImport(trx, wanted.id);
      if (isNews && waiting !== undefined && waiting.batch_id !== null) {
        await publishBatchEvent(trx, waiting.batch_id);
      }
      return waiting !== undefined;
    });
    if (isNews) notifications.publish(eventsTopic(wanted.project_id));
    return isWanted;
  }

  async function complete(job: Lease, wanted: Import, fetched: FetchedApp): Promise<void> {
    let isUsed = false;
    try {
      await endUnfit(job, wanted, fetched.info.platform);
      isUsed = await handOver(job, wanted, fetched);
    } finally {
      // Where the answer to the commit was lost, this changes nothing: the commit has withdrawn the clean-up.
      if (!isUsed) await discardFetched(db, fetched);
    }
  }

  /** Before the job is settled: if this fails, the job is repeated and finds the runs that are left. */
  async function endUnfit(job: Lease, wanted: Import, platform: string): Promise<void> {
    const message = `The test is for another platform than the artifact, which is for ${platform}.`;
    const error = { code: 'WRONG_PLATFORM', message };
    for (const run of await findUnfinishedOfImport(db, wanted.id)) {
      if (run.platform === null || run.platform === platform) continue;
      await endRun(parts, run.id, { change: 'fail', error }, { onBehalfOf: job });
    }
  }

  /** Record, holds, runs, the end of the import and of its job commit together. False when nobody uses it. */
  async function handOver(job: Lease, wanted: Import, fetched: FetchedApp): Promise<boolean> {
    const isUsed = await transactionThatAdmits(parts, async (trx, admit) => {
      await lockProject(trx, wanted.project_id);
      if ((await settle(trx, [job])).size === 0) return null;
      const holderIds = (await findUnfinishedOfImport(trx, wanted.id)).map(({ id }) => id);
      if (holderIds.length > 0) {
        const app = await recordImport(trx, { id: wanted.id, projectId: wanted.project_id }, fetched);
        if (app === null) throw new Error('an import outlived its clean-up');
        await holdFromBirth(trx, { appId: app.id, holderIds });
        await giveAppToRuns(trx, holderIds, app);
      }
      await release(trx, admit, wanted, { status: 'completed', bytes: fetched.size });
      return holderIds.length > 0;
    });
    if (isUsed !== null) publishEnd(wanted);
    return isUsed ?? false;
  }

  /** Runs first: if this fails, the job is repeated and finds the runs that are left. */
  async function fail(
    job: Lease,
    wanted: Import,
    fault: { code: string; message: string } | null,
  ): Promise<JobOutcome> {
    if (fault !== null) {
      for (const { id } of await findUnfinishedOfImport(db, wanted.id)) {
        const { code, message } = fault;
        await endRun(parts, id, { change: 'fail', error: { code, message } }, { onBehalfOf: job });
      }
    }
    const hasEnded = await transactionThatAdmits(parts, async (trx, admit) => {
      await lockProject(trx, wanted.project_id);
      if ((await settle(trx, [job])).size === 0) return false;
      await release(trx, admit, wanted, { status: 'failed' });
      return true;
    });
    if (hasEnded) publishEnd(wanted);
    return 'settled';
  }

  async function release(
    trx: DatabaseTransaction,
    admit: Admit,
    wanted: Import,
    end: Parameters<typeof endImport>[2],
  ): Promise<void> {
    const hadPlace = await endImport(trx, wanted.id, end);
    const [run] = await findUnfinishedOfImport(trx, wanted.id);
    if (run !== undefined && run.batch_id !== null) await publishBatchEvent(trx, run.batch_id);
    await admit(wanted.project_id, hadPlace ? 1 : 0);
    await admitImports(trx, wanted.project_id);
  }

  function publishEnd(wanted: Import): void {
    notifications.publish(queueTopic(queues.imports));
    notifications.publish(eventsTopic(wanted.project_id));
  }

  return { handle, stop: () => stopping.abort() };
}

const workerLost = {
  code: 'WORKER_LOST',
  message: 'The fetching of the artifact broke off twice, as its worker was lost; start the runs again.',
};

/** Those that wait for an import, in their order. */
async function findUnfinishedOfImport(
  db: Database | DatabaseTransaction,
  importId: string,
): Promise<Array<Pick<Run, 'id' | 'platform' | 'batch_id'>>> {
  return db
    .selectFrom('runs')
    .select(['id', 'platform', 'batch_id'])
    .where('import_id', '=', importId)
    .where('completed_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The app is there: runs that waited only for it may be admitted. */
async function giveAppToRuns(
  trx: DatabaseTransaction,
  runIds: string[],
  app: { id: string; platform: 'ios' | 'android' },
): Promise<void> {
  await trx
    .updateTable('runs')
    .set({
      app_id: app.id,
      platform: app.platform,
      waits_for: sql<Run['waits_for']>`nullif(waits_for, 'import')`,
    })
    .where(sql<SqlBool>`id = any (${runIds}::uuid[])`)
    .execute();
}
