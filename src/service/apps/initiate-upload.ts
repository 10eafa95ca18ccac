import type { Clock } from '../../kernel/clock.ts';
import { notFound, PublicError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { createLoader } from '../../kernel/loader.ts';
import type { Database } from '../database/database.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { insertTickets, type NewTicket } from './ticket-store.ts';
import { extensionOf, storageKeyOf, uploadUrlMinutes } from './upload.ts';

type InitiateUpload = (request: {
  projectId: string;
  filename: string;
  fileSize: number;
}) => Promise<{ uploadUrl: string; storageKey: string }>;

export function createInitiateUpload(parts: {
  db: Database;
  store: Pick<ObjectStore, 'presignPut'>;
  clock: Clock;
  maxUploadBytes: number;
}): InitiateUpload {
  const { db, store, clock, maxUploadBytes } = parts;
  const insertTicket = createLoader<NewTicket, boolean>((tickets) => insertTickets(db, tickets));

  return async ({ projectId, filename, fileSize }) => {
    if (fileSize > maxUploadBytes) {
      throw new PublicError(
        'PayloadTooLarge',
        `fileSize: at most ${maxUploadBytes} bytes are accepted here.`,
      );
    }
    const upload = { projectId, id: newId(), extension: extensionOf(filename) };
    const key = storageKeyOf(upload);
    const expiresAtMs = clock.now() + uploadUrlMinutes * 60_000;
    if (!(await insertTicket({ ...upload, filename, fileSize, expiresAtMs }))) throw notFound('project');
    return {
      uploadUrl: await store.presignPut({ key, size: fileSize, expiresAt: new Date(expiresAtMs) }),
      storageKey: key,
    };
  };
}
