import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** The user has had enough. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`Ended by ${signal}.`);
    this.signal = signal;
  }
}

/** This machine lacks something that the demo can't do without. */
export class Impossible extends Error {}

/**
 * One folder for all that is written, and one list of all that is running. Closing takes everything down in reverse
 * order, also what was only half set up.
 */
export async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-demo-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o711);
  const stage = {
    folder,
    dataDir: join(folder, 'data'),
    temporaryDir: join(folder, 'tmp'),
  };
  await mkdir(stage.temporaryDir, { mode: 0o700 });
  const ending = new AbortController();
  const closers = [];
  return {
    ...stage,
    /** Aborted when the demo must end before its time. */
    signal: ending.signal,
    fail: (error) => ending.abort(error),
    onClose: (close) => void closers.push(close),
    async close() {
      for (const close of closers.reverse()) await close();
      await removeMovedDatabase(stage.dataDir);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Where PostgreSQL's user can't enter the temporary folder, root's service has put the database elsewhere. */
async function removeMovedDatabase(dataDir) {
  const record = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => '{}');
  const { cluster } = JSON.parse(record);
  if (cluster !== undefined && isAbsolute(cluster))
    await rm(dirname(cluster), { recursive: true, force: true });
}
