import type { Viewers } from '../../engine/report.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Lease } from '../jobs/job.ts';
import { screenTopic } from './run.ts';
import { maxScreenBytes, removeScreen, writeScreen } from './screen-store.ts';

interface RunViewers extends Viewers {
  /** Nothing is shown any more. */
  close(): Promise<void>;
}

/** A slot that has read pages may send what it likes: no more of it than this is written. */
const leastBetweenMs = 500;

/** Those who look at a run while it is executed. A failure here costs a picture and nothing else. */
export function createViewers(options: {
  db: Database;
  notifications: Notifications;
  runId: string;
  lease: Lease;
  log: Log;
}): RunViewers {
  const { db, notifications, runId, lease, log } = options;
  let writing: Promise<void> | null = null;
  let writtenAtMs = Number.NEGATIVE_INFINITY;

  async function write(jpeg: Buffer): Promise<void> {
    try {
      await writeScreen(db, lease, runId, jpeg);
    } catch (error) {
      log.debug({ err: error, runId }, 'the screen of a run could not be shown');
    } finally {
      writing = null;
    }
  }

  return {
    onLook: (listener) => notifications.subscribe(screenTopic(runId), listener),
    show(jpeg) {
      const nowMs = performance.now();
      if (writing !== null || nowMs - writtenAtMs < leastBetweenMs || jpeg.length > maxScreenBytes) return;
      writtenAtMs = nowMs;
      writing = write(jpeg);
    },
    async close() {
      await writing;
      if (writtenAtMs === Number.NEGATIVE_INFINITY) return;
      await removeScreen(db, runId).catch((error: unknown) =>
        log.debug({ err: error, runId }, 'the screen of a run is left to the sweep'),
      );
    },
  };
}
