import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../../../kernel/process.ts';

const ownFolders = new Set<string>();

/**
 * Runs `work` in a fresh folder beside the final place and removes the folder afterwards, whatever happens;
 * what a killed process left under the same prefix goes first.
 */
export async function withWorkFolder<T>(
  parent: string,
  prefix: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await removeAbandoned(parent, prefix);
  const folder = join(parent, `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  ownFolders.add(folder);
  try {
    await mkdir(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    await remove(folder);
    ownFolders.delete(folder);
  }
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    const folder = join(parent, name);
    // In a restarted container our pid may be that of the process which died, so the set decides.
    const inUse = pid === process.pid ? ownFolders.has(folder) : isAlive(pid);
    if (!inUse) await remove(folder);
  }
}

/** The initdb of a killed start may still be writing; what can't go now goes at a later start. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch(() => undefined);
}

function isAlive(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 0 && isRunning(pid);
}
