import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, rename, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../kernel/log.ts';

const maxBytes = 10 * 1024 * 1024;
const checkEveryMs = 60_000;

export function logPath(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

/** A file and not a pipe: an orphaned server must still be able to write. */
export async function openServerLog(dataDir: string): Promise<FileHandle> {
  const path = logPath(dataDir);
  if ((await sizeOf(path)) > maxBytes) await rename(path, `${path}.1`);
  return open(
    path,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
    0o600,
  );
}

/** Bounds the log of a long life. The server appends, so it continues at the new end of the emptied file. */
export function boundServerLog(dataDir: string, log: Log): () => void {
  const path = logPath(dataDir);
  const bound = async () => {
    if ((await sizeOf(path)) <= maxBytes) return;
    await copyFile(path, `${path}.1`);
    await truncate(path);
  };
  const timer = setInterval(() => {
    bound().catch((error) => log.warn({ err: error }, 'The log of PostgreSQL could not be shortened'));
  }, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The last complaint that the server wrote behind `offset`, for a message to the operator. */
export async function readComplaint(dataDir: string, offset: number): Promise<string | undefined> {
  const handle = await open(logPath(dataDir), 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(offset, size - 64 * 1024);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(size - from, 0)), 0, null, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines.findLast((line) => /FATAL|PANIC|error/.test(line))?.replace(/^.*?(FATAL|PANIC):\s+/, '');
  } finally {
    await handle.close();
  }
}

export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}
