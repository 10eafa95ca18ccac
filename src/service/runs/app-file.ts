import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { AppFile } from '../../engine/task.ts';
import { randomText } from '../../kernel/ids.ts';
import type { AppForRun } from '../apps/app-store.ts';
import { createCloudUploads } from '../apps/cloud-upload-store.ts';
import { displayName } from '../apps/upload.ts';
import type { Database } from '../database/database.ts';
import type { Lease } from '../jobs/job.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Run } from './run.ts';
import { insertRunFile } from './run-store.ts';

/** The app of a run as its device gets to know it. */
export function createAppFile(
  app: AppForRun,
  place: { db: Database; store: ObjectStore; run: Run; lease: Lease; lifetimeMs: number },
): AppFile {
  const { db, store, run, lease, lifetimeMs } = place;
  const addressOf = (key: string, filename: string) =>
    store.presignGet({ key, filename, expiresAt: new Date(Date.now() + lifetimeMs) });

  return {
    id: app.id,
    name: [displayName(app.filename), app.version].filter(Boolean).join(' '),
    filename: app.filename,
    bundleId: app.bundleId,
    builtFor: app.builtFor,
    folder: app.appFolder,
    size: app.size,
    cloudUploads: createCloudUploads(db),
    read: () => store.read(app.objectKey),
    address: (suffix) => addressOf(app.objectKey, `app${suffix}`),
    async share({ path, suffix }) {
      const name = `${randomText(32)}${suffix}`;
      const objectKey = `runs/${run.project_id}/${run.id}-${name}`;
      const file = { runId: run.id, name, contentType: 'application/octet-stream', objectKey };
      if (!(await insertRunFile(db, lease, file))) throw new Error('the lease of the run is lost');
      const { size } = await stat(path);
      await store.write(objectKey, createReadStream(path), size);
      return addressOf(objectKey, `app${suffix}`);
    },
  };
}
