import type { Readable } from 'node:stream';
import { notFound, PublicError } from '../../kernel/errors.ts';
import type { Database } from '../database/database.ts';
import { SizeMismatch } from '../storage/object-store.ts';
import { findTicket, lockTicket, type Ticket } from './ticket-store.ts';
import { parseStorageKey } from './upload.ts';

/** What receiving needs of a store that takes the bytes itself. */
export interface StagingStore {
  stage(
    body: Readable,
    size: number,
  ): Promise<{ commit(key: string): Promise<void>; discard(): Promise<void> }>;
}

export interface OpenUpload {
  ticketId: string;
  key: string;
  size: number;
}

/** Whether a PUT whose URL was verified may bring its bytes; asked before the first of them is taken. */
export async function openUpload(db: Database, put: { key: string; size: number }): Promise<OpenUpload> {
  const upload = parseStorageKey(put.key);
  const ticket = upload && (await findTicket(db, upload));
  requireOpen(ticket);
  return { ticketId: ticket.id, ...put };
}

/**
 * Takes the bytes. They appear under the key only whole and only while the upload is open; a confirmation that
 * happened while they were under way wins.
 */
export async function receiveUpload(
  { db, store }: { db: Database; store: StagingStore },
  { ticketId, key, size }: OpenUpload,
  body: Readable,
): Promise<void> {
  const staged = await store.stage(body, size).catch(asPublic);
  try {
    await db.transaction().execute(async (trx) => {
      requireOpen(await lockTicket(trx, ticketId));
      await staged.commit(key);
    });
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

function requireOpen(ticket: Ticket | null): asserts ticket {
  if (ticket === null) throw notFound('upload');
  if (ticket.confirmed_at !== null) {
    throw new PublicError('Conflict', 'This upload is confirmed already and takes no more bytes.');
  }
  if (ticket.swept_at !== null) {
    throw new PublicError('UploadExpired', 'This upload took too long and was given up; ask for a new URL.');
  }
}

function asPublic(error: unknown): never {
  throw error instanceof SizeMismatch
    ? new PublicError(
        'UploadMismatch',
        `This upload takes exactly ${error.expected} bytes; send it again whole.`,
        { cause: error },
      )
    : error;
}
