import type { MobileApp, UploadTicket } from './api.ts';
import type { GantryClient } from './client.ts';
import { GantryError } from './errors.ts';
import { put } from './put.ts';
import { retrying } from './retry.ts';

export interface Upload {
  projectId: string;
  /** Ends in .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa. */
  filename: string;
  /** Bytes. */
  size: number;
  /** The content from its beginning; asked for again when a connection has broken. */
  open(): Content | Promise<Content>;
  /** Seconds until it is deleted; without it, it stays. */
  removeAfter?: number | undefined;
  /** In hex. With it nothing is sent when the same content is there already. */
  sha256?: string | undefined;
  /** Sent all the same. */
  evenIfThere?: boolean | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A `File` of a browser, what `openAsBlob()` of `node:fs` gives, or a stream. */
export type Content = Blob | ReadableStream<Uint8Array>;

export interface UploadProgress {
  /** Less than before when it had to begin again. */
  sentBytes: number;
  totalBytes: number;
}

export interface Uploaded {
  app: MobileApp;
  /** Whether the same content was there already, so that nothing was sent. */
  wasThere: boolean;
}

/** After these storage may take the same bytes a moment later. */
const passingInStorage = [429, 500, 502, 503, 504];
const confirmTimeoutMs = 300_000;

/** Ticket, storage, confirmation: the three steps of an upload, each repeated when a connection breaks. */
export async function uploadApp(client: GantryClient, upload: Upload): Promise<Uploaded> {
  const there = await findSame(client, upload);
  if (there !== null) return { app: there, wasThere: true };
  const ticket = await store(client, upload);
  const { projectId, removeAfter, sha256, signal } = upload;
  const { app } = await client.call('confirmUpload', {
    path: { projectId },
    body: {
      storageKey: ticket.storageKey,
      filename: ticket.filename,
      fileSize: ticket.fileSize,
      removeAfter,
      sha256,
    },
    signal,
    timeoutMs: confirmTimeoutMs,
  });
  return { app, wasThere: false };
}

/** A ticket whose time ran out while connections broke is replaced once. */
async function store(client: GantryClient, upload: Upload): Promise<UploadTicket> {
  const ticket = await initiate(client, upload);
  let attempts = 0;
  const send = ({ uploadUrl }: UploadTicket) =>
    retrying(
      client.retryPolicy,
      {
        what: 'upload',
        isRepeatable: true,
        passing: passingInStorage,
        signal: upload.signal,
      },
      async () => {
        attempts += 1;
        await sendContent(client, upload, uploadUrl);
      },
    );
  try {
    await send(ticket);
    return ticket;
  } catch (error) {
    const hasRunOut = error instanceof GantryError && error.status === 403 && attempts > 1;
    if (!hasRunOut) throw error;
    const another = await initiate(client, upload);
    await send(another);
    return another;
  }
}

function initiate(client: GantryClient, upload: Upload): Promise<UploadTicket> {
  const { projectId, filename, size, removeAfter, signal } = upload;
  const body = { filename, fileSize: size, removeAfter };
  return client.call('initiateUpload', { path: { projectId }, body, signal });
}

async function sendContent(client: GantryClient, upload: Upload, url: string): Promise<void> {
  const { size: totalBytes, open, onProgress, signal } = upload;
  onProgress?.({ sentBytes: 0, totalBytes });
  await put({
    url,
    size: totalBytes,
    content: await open(),
    fetch: client.fetch,
    signal,
    onProgress: (sentBytes) => onProgress?.({ sentBytes, totalBytes }),
  });
}

/**
 * Only the newest upload of its bundle identifier will do: a caller who names the app by that identifier must get this
 * content, not what was uploaded since. And it must stay for at least half as long as a new one would.
 */
async function findSame(client: GantryClient, upload: Upload): Promise<MobileApp | null> {
  const { projectId, size, sha256, evenIfThere = false, removeAfter, signal } = upload;
  if (sha256 === undefined || evenIfThere) return null;
  const newest = async (query: { sha256: string } | { bundleId: string }) => {
    const call = { path: { projectId }, query: { ...query, limit: 1 }, signal };
    return (await client.call('listApps', call)).apps[0];
  };
  const app = await newest({ sha256 });
  if (app === undefined || app.fileSize !== size || !staysFor(app, removeAfter)) return null;
  if (app.bundleId === null) return app;
  return (await newest({ bundleId: app.bundleId }))?.id === app.id ? app : null;
}

function staysFor({ expiresAt }: MobileApp, removeAfter: number | undefined): boolean {
  if (expiresAt === null) return true;
  return removeAfter !== undefined && Date.parse(expiresAt) - Date.now() >= (removeAfter * 1_000) / 2;
}
