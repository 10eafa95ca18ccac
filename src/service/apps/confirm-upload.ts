import { randomUUID } from 'node:crypto';
import { notFound, orNotFound, PublicError } from '../../kernel/errors.ts';
import type { Database } from '../database/database.ts';
import { NotAnApp } from '../inspect/inspect.ts';
import { queues } from '../jobs/job.ts';
import { enqueue, makeDueNow, withdraw } from '../jobs/job-store.ts';
import { ObjectMissing, type ObjectStore } from '../storage/object-store.ts';
import { type App, findListedApp, insertApp } from './app-store.ts';
import {
  columnsOf,
  enqueueCleanup,
  type InspectedBuild,
  type InspectionParts,
  inspectBuild,
} from './inspect-build.ts';
import { findTicket, lockTicket, markConfirmed, type Ticket } from './ticket-store.ts';
import { parseStorageKey, privateKeyOf, storageKeyOf, type UploadRef } from './upload.ts';

interface Dependencies extends InspectionParts {
  db: Database;
}

interface Confirmation {
  projectId: string;
  storageKey: string;
  filename: string;
  fileSize: number;
  removeAfter: number | null;
  sha256: string | null;
}

/** Long enough for any check of the copy to end; whatever a crash leaves behind goes after it. */
const orphanSeconds = 3_600;

/** Turns an upload into an app record. Safe to repeat and to race: one record comes out. */
export async function confirmUpload(
  dependencies: Dependencies,
  confirmation: Confirmation,
): Promise<{ app: App; created: boolean }> {
  const { db } = dependencies;
  const upload = parseStorageKey(confirmation.storageKey);
  const ticket = upload?.projectId === confirmation.projectId ? await findTicket(db, upload) : null;
  if (upload === null || ticket === null)
    return { app: await repeated(db, upload, confirmation), created: false };
  requireSame(confirmation, ticket);
  if (ticket.confirmed_at !== null) return { app: await confirmedApp(db, upload), created: false };
  if (ticket.swept_at !== null) throw expired();
  return promote(dependencies, confirmation, upload, ticket);
}

/** The ticket is forgotten after some days, while a permanent app stays and can still be confirmed again. */
async function repeated(db: Database, upload: UploadRef | null, confirmation: Confirmation): Promise<App> {
  const app = orNotFound(
    upload && (await findListedApp(db, confirmation.projectId, upload.id)),
    'upload in this project',
  );
  requireSame(confirmation, { filename: app.upload_filename, file_size: app.file_size });
  return app;
}

async function promote(
  dependencies: Dependencies,
  confirmation: Confirmation,
  upload: UploadRef,
  ticket: Ticket & { isOver: boolean },
): Promise<{ app: App; created: boolean }> {
  const { db, store } = dependencies;
  const objectKey = privateKeyOf(upload.projectId, randomUUID());
  const cleanup = await enqueueCleanup(db, objectKey, orphanSeconds);
  const size = await copy(store, confirmation.storageKey, objectKey);
  try {
    if (size === null) throw await missing(db, upload, ticket);
    if (size !== ticket.file_size) {
      throw new PublicError(
        'UploadMismatch',
        `fileSize: ${ticket.file_size} bytes were announced, but ${size} are stored.`,
      );
    }
    const { projectId, extension: kind } = upload;
    const build = await inspectBuild(dependencies, { projectId, objectKey, size, kind });
    return await commit(db, { confirmation, upload, objectKey, cleanup, build });
  } catch (error) {
    // Never deleted here: whether a commit went through is unknown when its answer is lost. If it did, it has
    // withdrawn the job, and this changes nothing.
    const madeDueNow = makeDueNow(db, cleanup).catch(() => undefined);
    // The caller of a service without a database need not wait a second time for it.
    if (!(error instanceof PublicError && error.code === 'Unavailable')) await madeDueNow;
    if (error instanceof AlreadyConfirmed) return { app: await confirmedApp(db, upload), created: false };
    throw error instanceof NotAnApp
      ? new PublicError('InvalidApp', error.message, { cause: error.cause })
      : error;
  }
}

/**
 * The copy's size, or null when there is nothing to copy. Any other failure leaves the clean-up at its hour: a store
 * that did not answer may still finish the copy.
 */
async function copy(store: ObjectStore, from: string, to: string): Promise<number | null> {
  try {
    return (await store.promote(from, to)).size;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** Nothing under the upload's key: never sent, or taken away by a confirmation that was faster. */
async function missing(db: Database, upload: UploadRef, ticket: { isOver: boolean }): Promise<Error> {
  const now = await findTicket(db, upload);
  if (now !== null && now.confirmed_at !== null) return new AlreadyConfirmed();
  if (ticket.isOver) return expired();
  return new PublicError(
    'UploadIncomplete',
    'The binary is not in storage yet; PUT it to the uploadUrl first.',
  );
}

class AlreadyConfirmed extends Error {}

async function commit(
  db: Database,
  parts: {
    confirmation: Confirmation;
    upload: UploadRef;
    objectKey: string;
    cleanup: number;
    build: InspectedBuild;
  },
): Promise<{ app: App; created: boolean }> {
  const { confirmation, upload, objectKey, cleanup, build } = parts;
  return db.transaction().execute(async (trx) => {
    const ticket = await lockTicket(trx, upload.id);
    if (ticket === null || ticket.swept_at !== null) throw expired();
    if (ticket.confirmed_at !== null) throw new AlreadyConfirmed();
    if (!(await withdraw(trx, cleanup))) throw expired();
    const app = await insertApp(trx, {
      id: upload.id,
      project_id: upload.projectId,
      ...columnsOf(build),
      upload_filename: ticket.filename,
      file_size: ticket.file_size,
      source: 'api_upload',
      object_key: objectKey,
      remove_after: confirmation.removeAfter,
      sha256: confirmation.sha256,
    });
    if (app === null) throw notFound('project');
    await markConfirmed(trx, upload.id);
    await enqueue(trx, {
      queue: queues.cleanup,
      name: 'objects.delete',
      payload: { keys: [storageKeyOf(upload)] },
    });
    return { app, created: true };
  });
}

async function confirmedApp(db: Database, upload: UploadRef): Promise<App> {
  const app = await findListedApp(db, upload.projectId, upload.id);
  if (app === null)
    throw new PublicError('UploadExpired', 'The app of this upload was deleted or has expired.');
  return app;
}

function requireSame(confirmation: Confirmation, ticket: Pick<Ticket, 'filename' | 'file_size'>): void {
  const faults = [];
  if (confirmation.filename !== ticket.filename) {
    faults.push({ path: 'filename', message: 'differs from the one this upload was asked for' });
  }
  if (confirmation.fileSize !== ticket.file_size) {
    faults.push({
      path: 'fileSize',
      message: `differs from the ${ticket.file_size} this upload was asked for`,
    });
  }
  if (faults.length === 0) return;
  const message = faults.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new PublicError('UploadMismatch', `${message}.`, faults.length > 1 ? { details: faults } : {});
}

function expired(): PublicError {
  return new PublicError(
    'UploadExpired',
    'The time of this upload is over; ask for a new URL and send the binary again.',
  );
}
