import { randomUUID } from 'node:crypto';
import { isDiskFull } from '../../kernel/errors.ts';
import { OutboundFault } from '../../kernel/outbound/fault.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { NotAnApp } from '../inspect/inspect.ts';
import { makeDueNow, withdraw } from '../jobs/job-store.ts';
import { type App, insertApp } from './app-store.ts';
import { type FetchLimits, fetchLimits } from './import-limits.ts';
import {
  columnsOf,
  enqueueCleanup,
  type InspectedBuild,
  type InspectionParts,
  inspectBuild,
} from './inspect-build.ts';
import { extensionOf, filenameFault, privateKeyOf } from './upload.ts';

export interface ImportParts extends InspectionParts {
  db: Database;
  outbound: Pick<Outbound, 'open'>;
  maxUploadBytes: number;
  fetchLimits?: FetchLimits | undefined;
}

/** An app can't be imported from its address; the message is for the caller who named it. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';
  readonly code: ImportCode;

  constructor(code: ImportCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

type ImportCode =
  | 'ARTIFACT_REFUSED'
  | 'ARTIFACT_UNREACHABLE'
  | 'ARTIFACT_NOT_FOUND'
  | 'ARTIFACT_TOO_LARGE'
  | 'ARTIFACT_TIMEOUT'
  | 'ARTIFACT_INVALID'
  | 'ARTIFACT_NOT_STORED';

/** Stored, but not recorded yet. Unless it is recorded, the clean-up deletes its bytes. */
export interface FetchedApp extends InspectedBuild {
  objectKey: string;
  cleanup: number;
  size: number;
  filename: string;
}

export interface Progress {
  bytesRead: number;
  bytesTotal: number | null;
}

/** Longer than an import can take; whatever a crash leaves behind goes after it. */
const orphanSeconds = 2 * 3_600;

/** Streams the app from its address into storage and looks into it. Throws `ImportFault`, or the signal's reason. */
export async function fetchApp(
  parts: ImportParts,
  { projectId, url }: { projectId: string; url: string },
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<FetchedApp> {
  const { db, store, outbound, maxUploadBytes, fetchLimits: limits = fetchLimits } = parts;
  let firstBytes = Buffer.alloc(0);
  let progress: Progress = { bytesRead: 0, bytesTotal: null };
  const answer = await outbound.open(url, {
    timeoutMs: limits.longestMs,
    idleMs: limits.longestSilenceMs,
    leastRate: limits.leastRate,
    maxBytes: maxUploadBytes,
    signal,
    // The first of them come with the head, before its length is known here.
    onBytes: (chunk, bytesRead) => {
      if (firstBytes.length < 2) firstBytes = Buffer.concat([firstBytes, chunk.subarray(0, 2)]);
      progress = { ...progress, bytesRead };
      onProgress(progress);
    },
  });
  signal.throwIfAborted();
  if (answer.outcome !== 'answered') throw importFault(answer.outcome, answer.reason);
  if (answer.status !== 200) {
    answer.body.destroy();
    throw new ImportFault(
      answer.status === 404 ? 'ARTIFACT_NOT_FOUND' : 'ARTIFACT_UNREACHABLE',
      `The artifact's address answered with status ${answer.status}.`,
    );
  }
  const objectKey = privateKeyOf(projectId, randomUUID());
  const cleanup = await enqueueCleanup(db, objectKey, orphanSeconds);
  try {
    const announced = Number(answer.headers['content-length']);
    const bytesTotal = Number.isSafeInteger(announced) ? announced : null;
    progress = { ...progress, bytesTotal };
    onProgress(progress);
    const { size } = await store.write(objectKey, answer.body, bytesTotal ?? undefined);
    signal.throwIfAborted();
    const filename = filenameOf(url, answer.headers['content-disposition'], firstBytes);
    const kind = extensionOf(filename);
    const build = await inspectBuild(parts, { projectId, objectKey, size, kind });
    return { objectKey, cleanup, size, filename, ...build };
  } catch (error) {
    await makeDueNow(db, cleanup).catch(() => undefined);
    signal.throwIfAborted();
    if (error instanceof OutboundFault) throw importFault(error.outcome, error.message);
    if (isDiskFull(error))
      throw new ImportFault('ARTIFACT_NOT_STORED', "The artifact can't be stored: the disk is full.", {
        cause: error,
      });
    if (error instanceof NotAnApp) throw new ImportFault('ARTIFACT_INVALID', error.message, { cause: error });
    throw error;
  }
}

/**
 * The record, held from the beginning by those who use it and past its time from the beginning: it takes nobody else, and
 * goes with the last of them. Null when the project is gone.
 */
export async function recordImport(
  trx: DatabaseTransaction,
  { id, projectId }: { id: string; projectId: string },
  fetched: FetchedApp,
): Promise<App | null> {
  if (!(await withdraw(trx, fetched.cleanup))) return null;
  return insertApp(trx, {
    id,
    project_id: projectId,
    ...columnsOf(fetched),
    upload_filename: fetched.filename,
    file_size: fetched.size,
    source: 'group_webhook_artifact',
    object_key: fetched.objectKey,
    remove_after: 0,
  });
}

/** What was fetched is not wanted any more. */
export async function discardFetched(db: Database, { cleanup }: FetchedApp): Promise<void> {
  await makeDueNow(db, cleanup);
}

function importFault(outcome: string, reason: string): ImportFault {
  const codes: Record<string, ImportCode> = {
    refused: 'ARTIFACT_REFUSED',
    oversized: 'ARTIFACT_TOO_LARGE',
    timeout: 'ARTIFACT_TIMEOUT',
  };
  return new ImportFault(
    codes[outcome] ?? 'ARTIFACT_UNREACHABLE',
    `The artifact can't be fetched: ${reason}`,
  );
}

/** By the address, the name that the server gives it, or the bytes themselves. */
function filenameOf(url: string, disposition: string | string[] | undefined, firstBytes: Buffer): string {
  const fromPath = new URL(url).pathname.split('/').at(-1) ?? '';
  const fromServer = /filename="?([^";]+)"?/i.exec(String(disposition ?? ''))?.[1] ?? '';
  const named = [decoded(fromPath), fromServer].find((name) => filenameFault(name) === null);
  if (named !== undefined) return named;
  if (firstBytes[0] === 0x1f && firstBytes[1] === 0x8b) return 'artifact.tgz';
  return 'artifact.zip';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
