import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../../kernel/errors.ts';
import type { ServerAccount } from './account.ts';

const read = 4;
const enter = 1;

/** The first folder on the way to `folder`, itself included, that the account can't enter. */
export async function findBarrier(folder: string, account: ServerAccount): Promise<string | undefined> {
  if (!account.lowered) return undefined;
  const way = [folder];
  for (let at = folder; at !== dirname(at); at = dirname(at)) way.unshift(dirname(at));
  for (const step of way) if (!(await permits(step, account, enter))) return step;
  return undefined;
}

export async function canRead(path: string, account: ServerAccount): Promise<boolean> {
  return !account.lowered || permits(path, account, read);
}

export async function canReadAndEnter(path: string, account: ServerAccount): Promise<boolean> {
  return !account.lowered || permits(path, account, read | enter);
}

export async function ensureTrusted(folder: string, mode: number): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode });
  // The umask of a careful root would shut the lowered user out.
  if (created !== undefined) await chmod(folder, mode);
  await requireTrusted(folder);
}

/** Refuses a folder that someone else made or could change: what lies in it is executed or holds the data. */
export async function requireTrusted(folder: string): Promise<void> {
  const ownerUid = process.getuid?.();
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== ownerUid || (found.mode & 0o022) !== 0) {
    throw new StartupError(
      `${folder} must be a folder of uid ${ownerUid} that nobody else can write to; put that right or set GANTRY_DATABASE_URL.`,
    );
  }
}

async function permits(path: string, account: ServerAccount, bits: number): Promise<boolean> {
  const found = await stat(path);
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
  return ((found.mode >> shift) & bits) === bits;
}
